#include "kernels/turning_bands/moments.h"

#include <cmath>

#include "kernels/turning_bands/block_sums.h"

namespace turning_bands {

template <class Real>
moments moments_of(std::span<const Real> values) {
  const auto count = static_cast<std::int64_t>(values.size());
  // From the first value: a constant field then has its mean and no variance, without rounding.
  const double first = values[0];
  const auto sum = add_blocks(count, values_per_block, [&](std::int64_t from, std::int64_t to) {
    double total = 0;
    for (const Real value : values.subspan(from, to - from)) total += value - first;
    return std::vector<double>{total};
  });
  moments found;
  found.mean = first + sum[0] / static_cast<double>(count);

  auto powers = add_blocks(count, values_per_block, [&](std::int64_t from, std::int64_t to) {
    double second = 0, third = 0, fourth = 0;
    for (const Real value : values.subspan(from, to - from)) {
      const double d = value - found.mean, square = d * d;
      second += square;
      third += square * d;
      fourth += square * square;
    }
    return std::vector<double>{second, third, fourth};
  });
  for (double& power : powers) power /= static_cast<double>(count);
  found.variance = powers[0];
  if (found.variance > 0) {
    found.skewness = powers[1] / (found.variance * std::sqrt(found.variance));
    found.kurtosis = powers[2] / (found.variance * found.variance) - 3;
  }
  return found;
}

template moments moments_of(std::span<const float>);
template moments moments_of(std::span<const double>);

moment_errors errors_of_moments(double variance, std::int64_t points,
                                const std::array<double, 4>& volumes) {
  const auto error = [&](double of_one_value, int m) {
    return std::sqrt(of_one_value * volumes[m - 1] / static_cast<double>(points));
  };
  return {error(variance, 1), error(2 * variance * variance, 2), error(6, 3), error(24, 4)};
}

}  // namespace turning_bands
