#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "kernels/support/random.h"
#include "kernels/turning_bands/block_sums.h"
#include "kernels/turning_bands/observed_covariance.h"

namespace turning_bands {
namespace {

constexpr std::int64_t most_cells = 1 << 24;

std::vector<int> lags_of(const extents& n) {
  const int longest = std::max({n.x, n.y, n.z}) / 2;
  std::vector<int> lags;
  for (int lag = 0; lag <= std::min(16, longest); ++lag) lags.push_back(lag);
  for (int i = 1;; ++i) {
    const auto lag = std::lround(16 * std::exp2(i / 8.0));
    if (lag > longest) return lags;
    lags.push_back(static_cast<int>(lag));
  }
}

/// For each lag: the sums of the products along x, y, z, then the numbers of pairs.
template <class Real>
std::vector<double> sums_along_axes(const Real* field, const extents& n,
                                    const std::vector<int>& lags) {
  // One row of each `step` rows, by chance: at a fixed distance they would all have the same y.
  const std::int64_t rows = std::int64_t{n.x} * n.y;
  const std::int64_t step = std::min(rows, (n.cells() + most_cells - 1) / most_cells);
  const auto rows_per_block = std::max<std::int64_t>(1, values_per_block / n.z);
  return add_blocks(rows / step, rows_per_block, [&](std::int64_t first, std::int64_t last) {
    std::vector<double> sums(6 * lags.size());
    for (auto i = first; i < last; ++i) {
      const auto chance = static_cast<std::int64_t>(retime::random_bits(i) % step);
      const auto row = i * step + chance, x = row / n.y, y = row % n.y;
      const Real* values = field + row * n.z;
      double* sum = sums.data();
      const auto add = [&](int axis, std::int64_t ahead, int pairs) {
        sum[axis] +=
            std::transform_reduce(values, values + pairs, values + ahead, 0.0, std::plus<>(),
                                  [](double here, double there) { return here * there; });
        sum[3 + axis] += pairs;
      };
      for (const int lag : lags) {
        if (x + lag < n.x) add(0, std::int64_t{lag} * n.y * n.z, n.z);
        if (y + lag < n.y) add(1, std::int64_t{lag} * n.z, n.z);
        if (lag < n.z) add(2, lag, n.z - lag);
        sum += 6;
      }
    }
    return sums;
  });
}

}  // namespace

int exact_fields(const problem& problem) { return std::min(problem.fields, 4); }

template <class Real>
observed_covariance covariance_along_axes(const problem& problem, std::span<const Real> values,
                                          const exact_covariance& exact) {
  const std::vector<int> lags = lags_of(problem.mesh);
  observed_covariance seen;
  for (int f = 0; f < problem.fields; ++f) {
    const auto sums = sums_along_axes(values.data() + f * problem.size(), problem.mesh, lags);
    for (std::size_t i = 0; i < lags.size(); ++i) {
      const double* sum = sums.data() + 6 * i;
      if (f == 0) {
        const double lag = lags[i], pairs = sum[3] + sum[4] + sum[5];
        double of_directions = 0;
        for (int g = 0; g < exact_fields(problem); ++g)
          of_directions += sum[3] * exact.at({lag, 0, 0}, g) + sum[4] * exact.at({0, lag, 0}, g) +
                           sum[5] * exact.at({0, 0, lag}, g);
        seen.distance.push_back(lag);
        seen.value.push_back(0);
        seen.exact.push_back(of_directions / exact_fields(problem) / pairs);
        seen.pairs.push_back(pairs);
      }
      seen.value[i] += (sum[0] + sum[1] + sum[2]) / seen.pairs[i];
    }
  }
  for (double& value : seen.value) value /= problem.fields;
  return seen;
}

template observed_covariance covariance_along_axes(const problem&, std::span<const float>,
                                                   const exact_covariance&);
template observed_covariance covariance_along_axes(const problem&, std::span<const double>,
                                                   const exact_covariance&);

}  // namespace turning_bands
