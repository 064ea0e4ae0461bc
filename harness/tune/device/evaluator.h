// Evaluates configurations in worker processes, and survives whatever they do to them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/cases/worker/board_workers.h"
#include "harness/record/recorded_run.h"
#include "harness/registry/sweep.h"

namespace retime::tune {

struct evaluator_options {
  std::string cache;      ///< "warm" or "cold"
  double timeout_s = 30;  ///< of one candidate, from when its input is made
};

/// What measuring a configuration gave: its record, as the worker wrote it and as it reads, and
/// what it took besides the samples in it.
struct evaluation {
  nlohmann::json record;
  recorded_case result;
  double validation_ms = 0, framework_ms = 0;
  double wall_s = 0, fresh_input_s = 0;  ///< wall_s: without the making of inputs
  double waited_s = 0;                   ///< for others on its host
  std::size_t place = 0;                 ///< in the order in which those that the journal has ended

  evaluation() = default;
  explicit evaluation(nlohmann::json of_case)
      : record(std::move(of_case)), result(case_of(record)) {}

  /// Names the board that measured it; empty where a run has one.
  std::string board() const { return record.value("board", ""); }
  double spent_s() const { return wall_s + fresh_input_s + waited_s; }
};

/// What an evaluation that was begun came to.
struct ended_evaluation {
  std::size_t board = 0;
  std::optional<evaluation> evaluated{};  ///< nothing: the board was lost in the midst of it
};

class evaluator {
 public:
  evaluator(cases::board_workers& boards, evaluator_options options)
      : boards_(boards), options_(std::move(options)) {}

  cases::board_workers& boards() const { return boards_; }
  const nlohmann::json& header() { return boards_.header(); }  ///< comes before all else

  /// On a board that is not lost and has ended what it began before.
  void begin(std::size_t board, const benchmark_case& candidate,
             std::optional<std::int64_t> fresh_seed,
             std::optional<double> elimination_threshold_ns);
  /// Waits for the next of those begun.
  ended_evaluation wait();

  /// The rest is done on the first board that is not lost, while none has anything under way.
  evaluation evaluate(const benchmark_case& candidate);
  /// Timed by the whole rule, as `retime run` does it.
  evaluation confirm(const benchmark_case& candidate, std::optional<std::int64_t> fresh_seed,
                     double precision, double budget_s);
  /// All of them in interleaved rounds; nothing if that failed as a whole.
  std::optional<std::vector<evaluation>> finals(std::span<const benchmark_case> cases,
                                                std::optional<std::int64_t> fresh_seed,
                                                std::size_t rounds);

 private:
  cases::board_answer ask_first_board(const std::string& key, const nlohmann::json& request,
                                      double timeout_s);
  evaluation evaluated(const benchmark_case& candidate, const cases::board_answer& answer) const;
  evaluation on_board(nlohmann::json record, std::size_t board) const;

  cases::board_workers& boards_;
  evaluator_options options_;
  std::vector<const benchmark_case*> under_way_;  // by board
};

}  // namespace retime::tune
