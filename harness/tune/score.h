// Fair scoring of searches on recorded spaces: F. Willemsen et al., "A methodology for comparing
// optimization algorithms for auto-tuning", 2024, doi 10.1016/j.future.2024.05.021. Objectives are
// minimised, those that are maximised being negated.
#pragma once

#include <string>
#include <vector>

#include "harness/tune/replay.h"

namespace retime::tune {

/// What scoring needs of a space. Failures count as draws of the worst valid value.
class landscape {
 public:
  explicit landscape(const recording& space);

  double optimum() const { return sorted_.front(); }
  double worst() const { return sorted_.back(); }
  double median() const { return median_; }
  std::size_t size() const { return sorted_.size(); }
  const std::string& name() const { return name_; }
  /// optimum/value; of negated ones value/optimum.
  double ratio(double value) const;

  /// Evaluations after which random search is expected to reach the cut-off at percentile p of the
  /// way from the median to the optimum.
  std::size_t budget_at(double p) const;
  double median_cost_ms() const { return median_cost_ms_; }

  /// Exact expectation of random search's best value after m draws without replacement.
  double random_best(std::size_t m) const;
  /// Exact expectation of optimum/best after m draws; 0 as long as all draws failed.
  double random_ratio(std::size_t m) const;

 private:
  std::string name_;
  std::vector<double> sorted_;  // ascending, one entry a configuration
  std::size_t valid_ = 0;
  double median_ = 0, median_cost_ms_ = 0;
};

/// One run as scoring sees it: the objective of each evaluation in order, NaN for a failure.
using trajectory = std::vector<double>;

struct interval {
  double mean = 0, half_width = 0;  ///< 95 %, over seeds
};

/// Evaluations at the 50 % and the 95 % cut-off, the latter clipped to those of a run; and what the
/// latter take at the space's median cost.
struct budget_span {
  std::size_t first = 0, last = 0;
  double last_s = 0;
};

struct space_score {
  std::string space;
  budget_span budget;
  std::vector<interval> ratio;  ///< optimum/best after each of the columns' evaluations
  interval performance;         ///< P: 0 random, 1 optimum
  std::vector<double> curve;    ///< P at equally spaced points of the relative budget
};

struct strategy_score {
  std::string strategy;
  std::vector<space_score> spaces{};
  std::vector<interval> ratio{};  ///< mean over spaces
  interval performance{};
  std::vector<double> curve{};
  double search_ms = 0;  ///< CPU time of the strategy an evaluation; 0 where not known
};

inline const std::vector<std::size_t> default_columns{25, 50, 100, 200};
inline constexpr std::size_t curve_points = 50;

/// Scores runs of one strategy: runs[space][seed]. A run that stopped early keeps its last value. P
/// is the mean over budgets from the 50 % to the 95 % cut-off, the latter clipped to `evaluations`.
strategy_score score(const std::string& strategy, const std::vector<landscape>& spaces,
                     const std::vector<std::vector<trajectory>>& runs, std::size_t evaluations,
                     const std::vector<std::size_t>& columns = default_columns);

/// The exact expectation of random search in the same form; its P is 0.
strategy_score random_baseline(const std::vector<landscape>& spaces, std::size_t evaluations,
                               const std::vector<std::size_t>& columns = default_columns);

}  // namespace retime::tune
