// Replications of a stochastic model (Passerat-Palmbach et al. 2011): what is run, and what comes
// of it.
#pragma once

#include <any>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/replications/generators.h"

namespace replications {

struct outcome {
  std::vector<std::int64_t> numbers;  ///< which replications
  /// [q * numbers.size() + k]: quantity q of replication numbers[k]
  std::vector<double> values;

  std::size_t quantities() const { return numbers.empty() ? 0 : values.size() / numbers.size(); }
  double value(std::size_t quantity, std::size_t k) const {
    return values[quantity * numbers.size() + k];
  }
};

struct problem {
  static constexpr const char* family = "replications";
  using answer = outcome;

  std::string model;
  std::any parameters;  ///< the model's own
  std::int64_t replications = 0;
  /// The number of the first, from which its stream follows: that of a part of a run is not 0.
  std::int64_t first_replication = 0;
  generator_kind generator = generator_kind::taus88;
  std::uint64_t seed = 0;
};

/// Returns first, first + 1, ... .
std::vector<std::int64_t> replication_numbers(std::int64_t count, std::int64_t first = 0);

/// Adds the replications of another part of the same run.
void append(outcome& all, const outcome& next);

}  // namespace replications
