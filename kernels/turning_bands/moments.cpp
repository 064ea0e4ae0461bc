#include "kernels/turning_bands/moments.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "kernels/turning_bands/block_sums.h"

namespace turning_bands {

template <class Real>
moments moments_of(std::span<const Real> values) {
  const auto count = static_cast<std::int64_t>(values.size());
  // From the first value: a constant field then has its mean and no variance, without rounding.
  const double first = values[0];
  const auto sum = add_blocks(count, values_per_block, [&](std::int64_t begin, std::int64_t end) {
    double total = 0;
    for (const Real value : values.subspan(begin, end - begin)) total += value - first;
    return std::vector<double>{total};
  });
  moments made;
  made.mean = first + sum[0] / static_cast<double>(count);

  auto powers = add_blocks(count, values_per_block, [&](std::int64_t begin, std::int64_t end) {
    double second = 0, third = 0, fourth = 0;
    for (const Real value : values.subspan(begin, end - begin)) {
      const double d = value - made.mean, square = d * d;
      second += square;
      third += square * d;
      fourth += square * square;
    }
    return std::vector<double>{second, third, fourth};
  });
  for (double& power : powers) power /= static_cast<double>(count);
  made.variance = powers[0];
  if (made.variance > 0) {
    made.skewness = powers[1] / (made.variance * std::sqrt(made.variance));
    made.kurtosis = powers[2] / (made.variance * made.variance) - 3;
  }
  return made;
}

template moments moments_of(std::span<const float>);
template moments moments_of(std::span<const double>);

template <class Real>
std::vector<double> histogram_of(std::span<const Real> values, const moments& scale, int bins) {
  // Whole numbers, so that the order of the threads does not matter.
  std::vector<std::int64_t> counts(bins);
  const double per_value =
      scale.variance > 0 ? bins / (2 * histogram_reach * std::sqrt(scale.variance)) : 0.0;
#pragma omp parallel if (values.size() > values_per_block)
  {
    std::vector<std::int64_t> own(bins);
#pragma omp for
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double place = (values[i] - scale.mean) * per_value + 0.5 * bins;
      ++own[place > 0 ? static_cast<int>(std::min(place, bins - 1.0)) : 0];
    }
#pragma omp critical
    std::ranges::transform(counts, own, counts.begin(), std::plus<>());
  }
  const double whole = static_cast<double>(values.size()) * (2 * histogram_reach / bins);
  std::vector<double> density;
  for (const std::int64_t count : counts) density.push_back(static_cast<double>(count) / whole);
  return density;
}

template std::vector<double> histogram_of(std::span<const float>, const moments&, int);
template std::vector<double> histogram_of(std::span<const double>, const moments&, int);

moments errors_of_moments(double variance, std::int64_t points, std::int64_t cells,
                          volumes correlated) {
  const double density = static_cast<double>(points) / static_cast<double>(cells);
  for (double& volume : correlated) volume = std::max(1 - density, 0.0) + density * volume;
  const auto error = [&](double of_one_value, int m) {
    return std::sqrt(of_one_value * correlated[m - 1] / static_cast<double>(points));
  };
  return {error(variance, 1), error(2 * variance * variance, 2), error(6, 3), error(24, 4)};
}

}  // namespace turning_bands
