// A case as the runs tell of it: each run by itself, and the pairs of what was measured side by
// side.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/gate/estimate.h"
#include "harness/gate/timing_run.h"

namespace retime::gate {

/// A run that timed the case correctly, and what it says of it.
struct case_in_run {
  const timing_run* run = nullptr;
  const timed_case* times = nullptr;
};

/// The runs among `runs` that hold a time for the case, in order.
std::vector<case_in_run> cases_in_runs(const std::string& key, std::span<const timing_run> runs);

/// Log medians of the processes of the run.
std::vector<double> log_medians(const case_in_run& in_run);

/// The log-ratios of what was measured side by side in a session.
struct session_pairs {
  std::vector<double> log_ratios;  ///< in the order of their rounds or blocks
  evidence basis = evidence::paired_processes;
  bool looked_at = false;
};

/// One for each session that took the case in alternation: its processes' pairs, or else its
/// blocks'. At least two pairs each, but of a session that was looked at all there are.
std::vector<session_pairs> pairs_by_session(const std::vector<case_in_run>& base,
                                            const std::vector<case_in_run>& new_runs);

/// The same within runs of equal code, of which each two that share a session count once.
std::vector<session_pairs> pairs_by_session(const std::vector<case_in_run>& equal);

}  // namespace retime::gate
