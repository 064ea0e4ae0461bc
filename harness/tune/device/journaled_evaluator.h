// Measures the configurations of one problem, or recalls what the journal has of them.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "harness/spaces/tuning_problem.h"
#include "harness/tune/device/evaluator.h"
#include "harness/tune/device/journal.h"

namespace retime::tune {

/// Seeds of inputs that no candidate was fitted to. A new one for every candidate, as long as
/// making the inputs takes less than a quarter of the time that evaluating does; else the last one
/// again.
class fresh_seeds {
 public:
  explicit fresh_seeds(std::uint64_t seed) : random_(seed) {}
  std::int64_t next();
  std::int64_t renew();
  void spent(double input_s, double evaluation_s);

 private:
  std::mt19937_64 random_;
  std::int64_t current_ = -1;
  double input_s_ = 0, last_input_s_ = 0, evaluation_s_ = 0;
};

/// Whether candidates that cannot be the fastest get few launches, or all get as many.
enum class launches { raced, equal };

/// What it recalls was measured by the same sources, compilers and flags of the variant, on the
/// same machine and input, in the same way.
class journaled_evaluator {
 public:
  journaled_evaluator(evaluator& device, journal& journal, const tuning_problem& problem,
                      const std::string& cache, launches how_many, std::uint64_t seed);

  std::optional<evaluation> recall(configuration index) const;
  /// On a free board, see evaluator.h; wait() writes down what it gives.
  void begin(std::size_t board, configuration index,
             std::optional<double> elimination_threshold_ns);
  ended_evaluation wait();
  cases::board_workers& boards() const { return evaluator_.boards(); }
  /// By each board that is there, all at a time; then those that the journal has of other boards.
  std::vector<evaluation> evaluate_on_every_board(configuration index);

  evaluation confirm(configuration index, double precision, double budget_s);
  /// Records of interleaved rounds, in the order given; nothing if that failed as a whole.
  std::optional<std::vector<evaluation>> finals(std::span<const configuration> finalists,
                                                std::size_t rounds);
  /// Measurements that were not in the journal.
  std::size_t measured() const { return measured_; }

 private:
  void begin(std::size_t board, const benchmark_case& candidate, const std::string& key,
             std::optional<double> elimination_threshold_ns);

  evaluator& evaluator_;
  journal& journal_;
  const tuning_problem& problem_;
  std::string identity_;
  std::vector<fresh_seeds> seeds_;      // by board, each of which makes its inputs itself
  std::vector<std::string> under_way_;  // keys, by board
  std::size_t measured_ = 0;
};

}  // namespace retime::tune
