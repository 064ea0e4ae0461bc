// What a search has tried on one problem.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/spaces/tuning_problem.h"
#include "harness/tune/device/board_speeds.h"
#include "harness/tune/device/evaluator.h"
#include "harness/tune/device/objective.h"
#include "harness/tune/device/racing.h"
#include "harness/tune/strategy.h"

namespace retime::tune {

/// A trial on this machine.
struct measured_trial : trial {
  configuration index = 0;
  evaluation evaluated;
  // If correct. Times are as on the first board, wherever they were measured.
  estimate time;            ///< of its launches
  double value = no_value;  ///< of the objective
};

class trials {
 public:
  explicit trials(objective goal, std::size_t boards = 1)
      : goal_(std::move(goal)), boards_(boards) {}
  const measured_trial& add(configuration index, evaluation evaluated, double search_ms);
  /// The same configuration by each board, the first one first; comes before all else. Nothing is
  /// added.
  void compare_boards(std::span<const evaluation> by_board);

  const objective& goal() const { return goal_; }
  const std::vector<measured_trial>& all() const { return all_; }
  const measured_trial* find(configuration index) const;
  const measured_trial* best() const { return best_ ? &all_[*best_] : nullptr; }
  /// What a strategy is told of it.
  reading told_of(const measured_trial& trial) const;
  std::size_t failures() const { return failures_; }
  std::size_t boards() const { return boards_; }  ///< that evaluate at a time
  /// Evaluating, as it was when it happened: the boards' mean, who go on without waiting for each
  /// other.
  double spent_s() const { return spent_s_ / static_cast<double>(boards_); }
  /// A newcomer on this board whose interval stays above it is out; nothing as long as there is no
  /// best, and where the objective is no time.
  std::optional<double> elimination_threshold_ns(const std::string& board) const;
  /// Objective of the best so far, after each evaluation from the first correct one on.
  const std::vector<double>& convergence() const { return convergence_; }

 private:
  objective goal_;
  std::size_t boards_;
  board_speeds speeds_;
  std::vector<measured_trial> all_;
  std::optional<std::size_t> best_;
  std::vector<std::optional<std::size_t>> place_;  // by configuration
  std::size_t failures_ = 0;
  double spent_s_ = 0;  // of all boards
  std::vector<double> convergence_;
};

std::vector<double> samples_ns(const recorded_case& result);
/// Median of each interleaved round.
rounds rounds_of(const recorded_case& result);
outcome outcome_of(const recorded_case& result);

}  // namespace retime::tune
