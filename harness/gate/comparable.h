// Whether two runs were taken under conditions that make their times comparable.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/gate/timing_run.h"

namespace retime::gate {

/// One line for each condition that differs ("driver: 12.8 in BASE, 13.0 in NEW"). A condition that
/// only one side states is a difference too. Clocks may differ by 2 %. `accepted` names conditions
/// that may differ (first word, in lower case: "driver", "clock").
std::vector<std::string> differences(const environment& base, const environment& fresh,
                                     const std::vector<std::string>& accepted);

/// The same over all pairs of a BASE and a NEW run, each line once.
std::vector<std::string> differences(std::span<const timing_run> base,
                                     std::span<const timing_run> fresh, bool on_gpu,
                                     const std::vector<std::string>& accepted);

}  // namespace retime::gate
