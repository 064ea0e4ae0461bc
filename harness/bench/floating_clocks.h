// Whether a run's times are at one clock.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "harness/record/recorded_run.h"

namespace retime::bench {

/// A line for people where the SM clocks of GPU cases differ by more than 3 %, within a case or
/// among them; nothing else. `locked`: they were to stay.
std::optional<std::string> floating_clocks(const std::map<std::string, recorded_case>& cases,
                                           bool locked);

}  // namespace retime::bench
