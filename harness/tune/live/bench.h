// Measures the configurations of one problem, or recalls what the journal has of them.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "harness/tune/live/evaluator.h"
#include "harness/tune/live/journal.h"
#include "harness/tune/live/problem.h"

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

class bench {
 public:
  bench(evaluator& with, journal& remembering, const problem& of, const std::string& cache,
        std::uint64_t seed);

  evaluation evaluate(configuration which, std::optional<double> reach_ns);
  evaluation confirm(configuration which, double precision, double budget_s);
  /// Records of interleaved rounds, in the order given; nothing if that failed as a whole.
  std::optional<std::vector<nlohmann::json>> finals(std::span<const configuration> which,
                                                    std::size_t rounds);
  /// Measurements that were not in the journal.
  std::size_t measured() const { return measured_; }

 private:
  template <class Measure>
  evaluation recall_or(const std::string& key, Measure measure);

  evaluator& evaluator_;
  journal& journal_;
  const problem& of_;
  std::string identity_;
  fresh_seeds seeds_;
  std::size_t measured_ = 0;
};

}  // namespace retime::tune
