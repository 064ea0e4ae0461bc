// A copy of a run is no repetition of it.
#pragma once

#include <string>
#include <vector>

#include "harness/gate/inputs.h"

namespace retime::gate {

/// Taken at the same time with the same results: the one is a copy of the other.
bool is_copy(const timing_run& a, const timing_run& b);

/// The inputs with each run once on its side, and no A/A run that a repeated side holds already;
/// one sentence for each that was left out.
inputs without_copies(inputs from, std::vector<std::string>& remarks);

/// A sentence if BASE and NEW hold one and the same run; else empty.
std::string shared_run(const inputs& from);

}  // namespace retime::gate
