// Compares the runs of two builds, case by case.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/gate/timing_run.h"
#include "harness/gate/verdict.h"

namespace retime::gate {

/// What is said of one case that both sides timed.
struct case_result {
  std::string key;
  double base_ns = 0, new_ns = 0;           ///< geometric means of the processes' medians
  std::optional<effect_estimate> effect{};  ///< absent for emulated times
  p_values p{};                             ///< corrected for the number of cases
  verdict word = verdict::not_comparable;
  bool few_units = false;       ///< an undecided case would gain by repetition
  bool hidden_by_host = false;  ///< one that a host of the same pace would not have left so
  std::vector<std::string> notes{};
};

/// A case that cannot be compared because one side did not get it right.
struct failed_case {
  std::string key, base_status, new_status, reason;
  bool broke = false;  ///< correct in BASE; in NEW wrong, or it no longer runs
};

struct comparison {
  compare_options options;
  std::vector<std::string> base_sources{}, new_sources{};
  std::vector<case_result> cases{};             ///< ordered by key
  std::vector<std::string> missing{}, added{};  ///< keys only BASE has; only NEW has
  std::vector<failed_case> failed{};
  std::vector<std::string> gpu_differences{}, host_differences{};  ///< why times are not comparable
  std::vector<std::string> copies{};  ///< one sentence for each run that is another's copy

  std::size_t count(verdict word) const;
  /// Undecided for want of repetition.
  std::size_t too_seldom() const;
  /// Undecided only since the host's pace changed; not corrected for the number of cases.
  std::size_t hidden_by_host() const;
  bool broke() const;
};

/// The cases that need no more measuring: slower, faster, or the same.
std::set<std::string> decided(const comparison& result);

/// Throws bad_input: `pair_runs` with unequal numbers of runs, fewer than two, or A/A runs.
comparison compare_runs(const inputs& runs, const compare_options& options);

/// 0 nothing slower, 1 slower or correct no more, 3 not comparable, 4 undecided or missing (only if
/// strict). Nothing in common is not comparable either. The least of those that apply.
int exit_status_of(const comparison& result, bool strict);

}  // namespace retime::gate
