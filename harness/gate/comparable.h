// Which runs may be compared: those that are no copies of each other, taken under conditions that
// make their times comparable.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/gate/timing_run.h"

namespace retime::gate {

/// One line for each condition that differs ("driver: 12.8 in BASE, 13.0 in NEW"). A condition that
/// only one side states is a difference too. Clocks may differ by 2 %. `accepted` names conditions
/// that may differ (first word, in lower case: "driver", "clock").
std::vector<std::string> differences(const environment& base, const environment& new_side,
                                     const std::vector<std::string>& accepted);

/// The same over all pairs of a BASE and a NEW run, each line once.
std::vector<std::string> differences(std::span<const timing_run> base,
                                     std::span<const timing_run> new_runs, bool on_gpu,
                                     const std::vector<std::string>& accepted);

/// Taken at the same time with the same results: the one is a copy of the other.
bool is_copy(const timing_run& a, const timing_run& b);

/// The inputs with each run once on its side, and no A/A run that a repeated side holds already;
/// one sentence for each that was left out.
inputs without_copies(inputs runs, std::vector<std::string>& remarks);

/// A sentence if BASE and NEW hold one and the same run; else empty.
std::string shared_run(const inputs& runs);

}  // namespace retime::gate
