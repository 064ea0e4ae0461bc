// The pairs of points that covariance_estimate.h puts into bins of distance.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/turning_bands/covariance_estimate.h"

namespace turning_bands {

/// Pairs that one thread goes through at a time.
inline constexpr std::int64_t pairs_per_block = 1 << 22;

/// Calls visit(pair, i, j, distance, bin) for the pairs numbered from `first` to before `last` that
/// lie in a bin; references[r] and point j are number r * points + j.
template <class Visit>
void for_pairs(std::span<const position> points, std::span<const std::int64_t> references,
               const distance_bins& bins, std::int64_t first, std::int64_t last,
               const Visit& visit) {
  const auto count = static_cast<std::int64_t>(points.size());
  const double largest_square = bins.largest * bins.largest;
  const int last_bin = bins.count() - 1;
  for (auto pair = first; pair < last;) {
    const auto i = references[pair / count], offset = pair - pair % count;
    const position& p = points[i];
    for (const auto end = std::min(last, offset + count); pair < end; ++pair) {
      const auto j = pair - offset;
      const double x = points[j].x - p.x, y = points[j].y - p.y, z = points[j].z - p.z;
      const double square = x * x + y * y + z * z;
      if (square >= largest_square || i == j) continue;
      const double distance = std::sqrt(square);
      visit(pair, i, j, distance, std::min(1 + static_cast<int>(distance / bins.width), last_bin));
    }
  }
}

}  // namespace turning_bands
