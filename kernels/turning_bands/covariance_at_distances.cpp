#include <algorithm>
#include <cmath>

#include "kernels/support/random.h"
#include "kernels/turning_bands/block_sums.h"
#include "kernels/turning_bands/distance_pairs.h"

namespace turning_bands {

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
  const auto add_pairs = [&](std::int64_t first, std::int64_t last) {
    std::vector<double> sums(3 * sums_of);
    for_pairs(points, references, bins, first, last,
              [&](std::int64_t, std::int64_t i, std::int64_t j, double distance, int bin) {
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
  auto sums =
      add_blocks(static_cast<std::int64_t>(references.size()) * count, pairs_per_block, add_pairs);
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

template distance_covariance at_distances(std::span<const float>, std::span<const position>,
                                          std::span<const std::int64_t>, const distance_bins&);
template distance_covariance at_distances(std::span<const double>, std::span<const position>,
                                          std::span<const std::int64_t>, const distance_bins&);

}  // namespace turning_bands
