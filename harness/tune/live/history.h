// What a search has tried on one problem.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/tune/live/evaluator.h"
#include "harness/tune/live/problem.h"
#include "harness/tune/live/racing.h"
#include "harness/tune/trial.h"

namespace retime::tune {

/// What may be minimised, of a record's times: "time" (the median), "mean_time", "worst_time".
enum class objective { time, mean_time, worst_time };
objective objective_named(
    const std::string& text);  ///< throws bad_input that names those there are
double value_ms(objective which, const nlohmann::json& record);  ///< NaN if it was not timed

struct tried {
  configuration which = 0;
  evaluation found;
  trial as_trial;
  estimate time;  ///< of a correct one
};

class history {
 public:
  explicit history(objective minimised) : minimised_(minimised) {}
  const tried& add(configuration which, evaluation found, double search_ms);

  const std::vector<tried>& all() const { return all_; }
  const tried* find(configuration which) const;
  const tried* best() const { return best_ ? &all_[*best_] : nullptr; }
  std::size_t failures() const { return failures_; }
  double spent_s() const { return spent_s_; }  ///< evaluating, as it was when it happened
  /// What a newcomer's interval must reach down to.
  std::optional<double> reach_ns() const;
  /// Objective of the best so far, after each evaluation from the first correct one on.
  const std::vector<double>& convergence_ms() const { return convergence_ms_; }

 private:
  objective minimised_;
  std::vector<tried> all_;
  std::optional<std::size_t> best_;
  std::vector<std::optional<std::size_t>> place_;  // by configuration
  std::size_t failures_ = 0;
  double spent_s_ = 0;
  std::vector<double> convergence_ms_;
};

std::vector<double> samples_ns(const nlohmann::json& record);
/// Median of each interleaved round.
rounds rounds_of(const nlohmann::json& record);
outcome outcome_of(const nlohmann::json& record);

}  // namespace retime::tune
