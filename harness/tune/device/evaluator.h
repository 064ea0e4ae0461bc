// Evaluates configurations in a worker process, and survives whatever they do to it.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/record/recorded_run.h"
#include "harness/registry/sweep.h"
#include "harness/support/exit_status.h"
#include "harness/tune/device/worker_process.h"

namespace retime::tune {

struct evaluator_options {
  std::vector<std::string> command;  ///< starts a worker (worker.h)
  double timeout_s = 30;             ///< of one candidate, from when its input is made
  double start_timeout_s = 120, input_timeout_s = 600;
};

/// A case's record, as the worker wrote it and as it reads.
struct reported_case {
  nlohmann::json line;
  recorded_case result;

  reported_case() = default;
  explicit reported_case(nlohmann::json record) : line(std::move(record)), result(case_of(line)) {}
};

/// One configuration's record, and what it took besides the samples in it.
struct evaluation {
  reported_case reported;
  double validation_ms = 0, framework_ms = 0;
  double wall_s = 0, fresh_input_s = 0;  ///< wall_s: without the making of inputs
};

class evaluator {
 public:
  explicit evaluator(evaluator_options options) : options_(std::move(options)) {}

  /// Of the machine, by the worker. Throws exit_status if the worker will not start at all; it has
  /// said why.
  const nlohmann::json& header();

  evaluation evaluate(const benchmark_case& what, std::optional<std::int64_t> fresh_seed,
                      std::optional<double> elimination_threshold_ns);
  /// Timed by the whole rule, as `retime run` does it.
  evaluation confirm(const benchmark_case& what, std::optional<std::int64_t> fresh_seed,
                     double precision, double budget_s);
  /// All of them in interleaved rounds; nothing if that failed as a whole.
  std::optional<std::vector<reported_case>> finals(std::span<const benchmark_case> cases,
                                                   std::optional<std::int64_t> fresh_seed,
                                                   std::size_t rounds);

 private:
  void start();
  void start_again();
  evaluation ask(const benchmark_case& what, nlohmann::json request, double timeout_s);
  nlohmann::json exchange(const nlohmann::json& request, double timeout_s, evaluation& took);

  evaluator_options options_;
  std::unique_ptr<worker_process> worker_;
  nlohmann::json header_;
};

}  // namespace retime::tune
