// Evaluates configurations in a worker process, and survives whatever they do to it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/record/recorded_run.h"
#include "harness/registry/sweep.h"
#include "harness/worker/worker.h"

namespace retime::tune {

struct evaluator_options {
  worker_options process;
  std::string cache;      ///< "warm" or "cold"
  double timeout_s = 30;  ///< of one candidate, from when its input is made
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
  explicit evaluator(evaluator_options options)
      : options_(std::move(options)), worker_(options_.process) {}

  const nlohmann::json& header() { return worker_.header(); }  ///< see worker.h

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
  evaluation ask(const benchmark_case& what, nlohmann::json request, double timeout_s);

  evaluator_options options_;
  worker worker_;
};

}  // namespace retime::tune
