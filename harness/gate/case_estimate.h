// From the runs that hold a case to its estimate and its test: picks the best evidence there is.
#pragma once

#include <string>
#include <vector>

#include "harness/gate/case_in_run.h"
#include "harness/gate/estimate.h"
#include "harness/gate/verdict.h"

namespace retime::gate {

struct judged_case {
  effect_estimate effect;
  p_values p;
  bool few_units = false;       ///< nothing was repeated, or not often enough to show its spread
  bool hidden_by_host = false;  ///< it decides but for what a change of the host's pace may explain
  std::vector<std::string> notes{};
};

/// Sessions taken in alternation first, then runs paired by order, then processes and runs. `base`
/// and `new_runs` hold at least one case_in_run each.
judged_case estimate_case(const std::vector<case_in_run>& base,
                          const std::vector<case_in_run>& new_runs,
                          const std::vector<case_in_run>& equal, const compare_options& options);

}  // namespace retime::gate
