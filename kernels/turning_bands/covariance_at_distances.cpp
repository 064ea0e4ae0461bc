#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/support/random.h"
#include "kernels/turning_bands/block_sums.h"
#include "kernels/turning_bands/covariance_estimate.h"

namespace turning_bands {
namespace {

/// Calls visit(second, distance, bin) for each pair of the sample's `first` point with itself and
/// with those after it that is in a bin.
template <class Visit>
void for_pairs(std::span<const position> points, std::span<const std::int64_t> sample,
               std::size_t first, const distance_bins& bins, const Visit& visit) {
  const int last_bin = bins.count() - 1;
  const position& p = points[sample[first]];
  visit(first, 0.0, 0);
  for (std::size_t second = first + 1; second < sample.size(); ++second) {
    const position& q = points[sample[second]];
    const double x = q.x - p.x, y = q.y - p.y, z = q.z - p.z;
    const double distance = std::sqrt(x * x + y * y + z * z);
    if (distance >= bins.largest) continue;
    visit(second, distance, std::min(1 + static_cast<int>(distance / bins.width), last_bin));
  }
}

}  // namespace

int distance_bins::count() const { return 1 + static_cast<int>(std::ceil(largest / width)); }

std::vector<std::int64_t> covariance_sample(std::int64_t points, int fields, std::uint64_t seed) {
  constexpr double most_products = 1u << 31, most_points = 1 << 14;
  const double most = std::min(most_points, std::sqrt(2 * most_products / fields));
  const auto count = std::min(points, static_cast<std::int64_t>(most));
  std::vector<std::int64_t> sample(count);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto from = i * points / count, to = (i + 1) * points / count;
    sample[i] = from + static_cast<std::int64_t>(retime::random_bits(seed, i) % (to - from));
  }
  return sample;
}

template <class Real>
distance_covariance at_distances(std::span<const Real> values, std::span<const position> points,
                                 std::span<const std::int64_t> sample, const distance_bins& bins) {
  const std::size_t fields = values.size() / points.size();
  std::vector<double> at_sample;  // [sample][fields]
  for (const std::int64_t point : sample)
    for (std::size_t field = 0; field < fields; ++field)
      at_sample.push_back(values[field * points.size() + point]);
  const auto bin_count = static_cast<std::size_t>(bins.count());
  // Of each bin: products, distances, pairs.
  const auto add_pairs = [&](std::int64_t first, std::int64_t) {
    std::vector<double> sums(3 * bin_count);
    const auto own = at_sample.begin() + first * fields, end = own + fields;
    for_pairs(points, sample, first, bins, [&](std::size_t second, double distance, int bin) {
      double* sum = sums.data() + 3 * bin;
      sum[0] += std::inner_product(own, end, at_sample.begin() + second * fields, 0.0);
      sum[1] += distance;
      sum[2] += 1;
    });
    return sums;
  };
  const auto sums = add_blocks(static_cast<std::int64_t>(sample.size()), 1, add_pairs);

  distance_covariance found;
  for (std::size_t bin = 0; bin < bin_count; ++bin) {
    const double* sum = sums.data() + 3 * bin;
    const double pairs = sum[2], middle = (static_cast<double>(bin) - 0.5) * bins.width;
    found.distance.push_back(pairs > 0 ? sum[1] / pairs : middle);
    found.value.push_back(pairs > 0 ? sum[0] / (pairs * static_cast<double>(fields)) : 0);
    found.pairs.push_back(pairs);
  }
  return found;
}

template distance_covariance at_distances(std::span<const float>, std::span<const position>,
                                          std::span<const std::int64_t>, const distance_bins&);
template distance_covariance at_distances(std::span<const double>, std::span<const position>,
                                          std::span<const std::int64_t>, const distance_bins&);

std::vector<std::vector<point_pair>> draw_pairs(std::span<const position> points,
                                                std::span<const std::int64_t> sample,
                                                const distance_bins& bins,
                                                const distance_covariance& found,
                                                std::uint64_t seed, int most) {
  std::vector<std::vector<point_pair>> drawn(found.pairs.size());
#pragma omp parallel for schedule(dynamic)
  for (std::size_t first = 0; first < sample.size(); ++first) {
    for_pairs(points, sample, first, bins, [&](std::size_t second, double, int bin) {
      const double chance = retime::unit_interval(retime::random_bits(seed, first, second));
      if (chance * found.pairs[bin] >= most) return;
#pragma omp critical
      drawn[bin].push_back({sample[first], sample[second]});
    });
  }
  for (auto& each : drawn) std::ranges::sort(each);
  return drawn;
}

}  // namespace turning_bands
