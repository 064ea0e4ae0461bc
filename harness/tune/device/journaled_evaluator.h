// Measures the configurations of one problem, or recalls what the journal has of them.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "harness/tune/device/evaluator.h"
#include "harness/tune/device/journal.h"
#include "harness/tune/device/problem.h"

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
  journaled_evaluator(evaluator& device, journal& journal, const problem& problem,
                      const std::string& cache, launches how_many, std::uint64_t seed);

  evaluation evaluate(configuration which, std::optional<double> elimination_threshold_ns);
  evaluation confirm(configuration which, double precision, double budget_s);
  /// Records of interleaved rounds, in the order given; nothing if that failed as a whole.
  std::optional<std::vector<reported_case>> finals(std::span<const configuration> which,
                                                   std::size_t rounds);
  /// Measurements that were not in the journal.
  std::size_t measured() const { return measured_; }

 private:
  template <class Measure>
  evaluation recall_or(const std::string& key, Measure measure);

  evaluator& evaluator_;
  journal& journal_;
  const problem& problem_;
  std::string identity_;
  fresh_seeds seeds_;
  std::size_t measured_ = 0;
};

}  // namespace retime::tune
