// What runs of one session say of a case: the log-ratios of what was measured side by side.
#pragma once

#include <vector>

#include "harness/gate/case_in_run.h"
#include "harness/gate/estimate.h"

namespace retime::gate {

struct session_pairs {
  std::vector<double> log_ratios;  ///< in the order of their rounds or blocks
  evidence from = evidence::paired_processes;
  bool looked_at = false;
};

/// One for each session that took the case in alternation: its processes' pairs, or else its
/// blocks'. At least two pairs each, but of a session that was looked at all there are.
std::vector<session_pairs> pairs_by_session(const std::vector<case_in_run>& base,
                                            const std::vector<case_in_run>& fresh);

/// Of runs of equal code: each two that share a session count once.
std::vector<session_pairs> pairs_by_session(const std::vector<case_in_run>& equal);

}  // namespace retime::gate
