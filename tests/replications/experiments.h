// Replications by the plain loop, for tests of what they must say.
#pragma once

#include <cmath>
#include <numeric>
#include <span>

#include "kernels/replications/reference.h"

namespace replications {

/// The first `count` replications' values, quantity by quantity.
template <class Model>
outcome replications_of(const typename Model::parameters& parameters, std::int64_t count,
                        std::uint64_t seed, generator_kind generator = generator_kind::taus88) {
  const problem problem{.parameters = parameters, .generator = generator, .seed = seed};
  return run_on_host<Model>(problem, replication_numbers(count), false);
}

inline std::span<const double> quantity(const outcome& run, std::size_t q) {
  const std::size_t count = run.numbers.size();
  return std::span(run.values).subspan(q * count, count);
}

struct sample {
  double mean, deviation, error;  ///< of the values; of their mean
};

inline sample describe(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double deviation = std::sqrt(squares / (count - 1));
  return {mean, deviation, deviation / std::sqrt(count)};
}

/// Gives one word for ever.
struct stuck {
  word value;
  constexpr word next() const { return value; }
};

}  // namespace replications
