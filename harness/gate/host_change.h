// What of a difference between two sides the host may have made, by having become faster or slower.
#pragma once

#include <vector>

#include "harness/gate/case_in_run.h"

namespace retime::gate {

/// How much of log(new / base) of the case's time the change of the host's pace from BASE to NEW
/// explains, at most: its logarithm, times the share of the time that it sets. At least 0, which is
/// said of a change below 5 % too, since unchanged hosts are read with such differences, and where
/// a process does not say the pace.
double explained_by_host(const std::vector<case_in_run>& base,
                         const std::vector<case_in_run>& fresh);

}  // namespace retime::gate
