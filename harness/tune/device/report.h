// What `retime tune` prints of a tuned problem.
#pragma once

#include "harness/tune/device/results.h"

namespace retime::tune {

/// `measured`: evaluations that were not in the journal.
void report(const tuned_problem& tuned, std::size_t measured, bool is_emulated);

}  // namespace retime::tune
