// What a search has tried on one problem.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/tune/device/evaluator.h"
#include "harness/tune/device/problem.h"
#include "harness/tune/device/racing.h"
#include "harness/tune/trial.h"

namespace retime::tune {

/// What may be minimised, of a case's times: "time" (the median), "mean_time", "worst_time".
enum class objective { time, mean_time, worst_time };
objective objective_named(
    const std::string& text);  ///< throws bad_input that names those there are
double value_ms(objective which, const recorded_case& result);  ///< NaN if it was not timed

/// A configuration that was tried.
struct attempt {
  configuration which = 0;
  evaluation evaluated;
  trial as_trial;
  estimate time;  ///< of a correct one
};

class trials {
 public:
  explicit trials(objective minimised) : minimised_(minimised) {}
  const attempt& add(configuration which, evaluation evaluated, double search_ms);

  const std::vector<attempt>& all() const { return all_; }
  const attempt* find(configuration which) const;
  const attempt* best() const { return best_ ? &all_[*best_] : nullptr; }
  std::size_t failures() const { return failures_; }
  double spent_s() const { return spent_s_; }  ///< evaluating, as it was when it happened
  /// A newcomer whose interval stays above it is out; nothing as long as there is no best.
  std::optional<double> elimination_threshold_ns() const;
  /// Objective of the best so far, after each evaluation from the first correct one on.
  const std::vector<double>& convergence_ms() const { return convergence_ms_; }

 private:
  objective minimised_;
  std::vector<attempt> all_;
  std::optional<std::size_t> best_;
  std::vector<std::optional<std::size_t>> place_;  // by configuration
  std::size_t failures_ = 0;
  double spent_s_ = 0;
  std::vector<double> convergence_ms_;
};

std::vector<double> samples_ns(const recorded_case& result);
/// Median of each interleaved round.
rounds rounds_of(const recorded_case& result);
outcome outcome_of(const recorded_case& result);

}  // namespace retime::tune
