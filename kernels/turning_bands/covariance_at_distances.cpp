#include <algorithm>
#include <cmath>

#include "kernels/support/random.h"
#include "kernels/turning_bands/block_sums.h"
#include "kernels/turning_bands/covariance_estimate.h"

namespace turning_bands {
namespace {

/// Calls visit(j, distance, bin) for each point j that is in a bin seen from point i.
template <class Visit>
void for_partners(std::span<const position> points, std::int64_t i, const distance_bins& bins,
                  const Visit& visit) {
  const double largest_square = bins.largest * bins.largest;
  const int last_bin = bins.count() - 1;
  const position& p = points[i];
  for (std::int64_t j = 0; j < static_cast<std::int64_t>(points.size()); ++j) {
    const double x = points[j].x - p.x, y = points[j].y - p.y, z = points[j].z - p.z;
    const double square = x * x + y * y + z * z;
    if (square >= largest_square || i == j) continue;
    const double distance = std::sqrt(square);
    visit(j, distance, std::min(1 + static_cast<int>(distance / bins.width), last_bin));
  }
}

}  // namespace

int distance_bins::count() const { return 1 + static_cast<int>(std::ceil(largest / width)); }

std::vector<std::int64_t> covariance_references(std::int64_t points, int fields,
                                                std::uint64_t seed) {
  constexpr std::int64_t most_products = 1 << 28;
  const auto count = std::clamp<std::int64_t>(most_products / (points * fields), 1, points);
  std::vector<std::int64_t> references(count);
  for (std::int64_t r = 0; r < count; ++r) {
    const auto from = r * points / count, to = (r + 1) * points / count;
    references[r] = from + static_cast<std::int64_t>(retime::random_bits(seed, r) % (to - from));
  }
  return references;
}

template <class Real>
distance_covariance at_distances(std::span<const Real> values, std::span<const position> points,
                                 std::span<const std::int64_t> references,
                                 const distance_bins& bins) {
  const auto count = static_cast<std::int64_t>(points.size());
  const auto all = static_cast<std::int64_t>(values.size()), fields = all / count;
  const auto sums_of = static_cast<std::size_t>(bins.count());
  // Of each bin: products, distances, pairs.
  const auto add_pairs = [&](std::int64_t reference, std::int64_t) {
    const std::int64_t i = references[reference];
    std::vector<double> sums(3 * sums_of);
    for_partners(points, i, bins, [&](std::int64_t j, double distance, int bin) {
      double product = 0;
      for (std::int64_t field = 0; field < all; field += count)
        product += static_cast<double>(values[field + i]) * values[field + j];
      double* sum = sums.data() + 3 * bin;
      sum[0] += product;
      sum[1] += distance;
      sum[2] += 1;
    });
    return sums;
  };
  auto sums = add_blocks(static_cast<std::int64_t>(references.size()), 1, add_pairs);
  const auto squares = add_blocks(all, values_per_block, [&](std::int64_t from, std::int64_t to) {
    double sum = 0;
    for (const double value : values.subspan(from, to - from)) sum += value * value;
    return std::vector<double>{sum};
  });
  sums[0] = squares[0];
  sums[2] = static_cast<double>(count);

  distance_covariance found;
  for (std::size_t bin = 0; bin < sums_of; ++bin) {
    const double* sum = sums.data() + 3 * bin;
    const double pairs = sum[2], middle = (static_cast<double>(bin) - 0.5) * bins.width;
    found.distance.push_back(pairs > 0 ? sum[1] / pairs : middle);
    found.value.push_back(pairs > 0 ? sum[0] / (pairs * static_cast<double>(fields)) : 0);
    found.pairs.push_back(pairs);
  }
  return found;
}

std::vector<std::vector<point_pair>> sample_pairs(std::span<const position> points,
                                                  std::span<const std::int64_t> references,
                                                  const distance_bins& bins,
                                                  const distance_covariance& found,
                                                  std::uint64_t seed, int most) {
  std::vector<std::vector<point_pair>> drawn(found.pairs.size());
  for (const auto reference : references.first(std::min<std::size_t>(most, references.size())))
    drawn[0].push_back({reference, reference});
#pragma omp parallel for schedule(dynamic)
  for (const std::int64_t i : references) {
    for_partners(points, i, bins, [&](std::int64_t j, double, int bin) {
      const double chance = retime::unit_interval(retime::random_bits(seed, i, j));
      if (chance * found.pairs[bin] >= most) return;
#pragma omp critical
      drawn[bin].push_back({i, j});
    });
  }
  for (auto& each : drawn) std::ranges::sort(each);
  return drawn;
}

template distance_covariance at_distances(std::span<const float>, std::span<const position>,
                                          std::span<const std::int64_t>, const distance_bins&);
template distance_covariance at_distances(std::span<const double>, std::span<const position>,
                                          std::span<const std::int64_t>, const distance_bins&);

}  // namespace turning_bands
