// Compares the runs of two builds, case by case.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/compare/options.h"
#include "harness/compare/timing_run.h"
#include "harness/compare/verdict.h"

namespace retime::compare {

struct inputs {
  std::vector<timing_run> base, fresh;  ///< at least one each
  std::vector<timing_run> equal;  ///< A/A: runs of one and the same build, to learn the drift from
};

/// What is said of one case that both sides timed.
struct case_result {
  std::string key;
  double base_ns = 0, new_ns = 0;    ///< geometric means of the runs' medians
  std::optional<estimate> effect{};  ///< absent for emulated times
  tested p{};                        ///< corrected for the number of cases
  verdict word = verdict::not_comparable;
  std::vector<std::string> notes{};
};

/// A case that cannot be compared because one side did not get it right.
struct failed_case {
  std::string key, base_status, new_status, reason;
  bool broke = false;  ///< correct in BASE, not in NEW
};

struct comparison {
  compare_options options;
  std::vector<std::string> base_sources{}, new_sources{};
  std::vector<case_result> cases{};             ///< ordered by key
  std::vector<std::string> missing{}, added{};  ///< keys only BASE has; only NEW has
  std::vector<failed_case> failed{};
  std::vector<std::string> gpu_differences{}, host_differences{};  ///< why times are not comparable

  std::size_t count(verdict word) const;
};

/// Throws bad_input: `pair_runs` with unequal numbers of runs, fewer than two, or A/A runs.
comparison compare_runs(const inputs& from, const compare_options& options);

/// 0 nothing slower, 1 slower, 3 not comparable, 4 undecided or newly failing or missing (only if
/// strict). Nothing in common is not comparable either. Slower wins over the rest; not comparable
/// wins over undecided.
int exit_status_of(const comparison& result, bool strict);

}  // namespace retime::compare
