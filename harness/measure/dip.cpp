// Hartigan's dip, by shrinking the interval in which the nearest unimodal distribution has its
// mode.
#include <algorithm>
#include <cstddef>

#include "harness/measure/statistics.h"

namespace retime {
namespace {

/// The empirical distribution as a staircase: how many samples lie below each distinct value, and
/// not above it.
struct staircase {
  std::vector<double> x, below, up_to;
};

staircase stairs(std::span<const double> sorted) {
  staircase result;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i == 0 || sorted[i] != sorted[i - 1]) {
      result.x.push_back(sorted[i]);
      result.below.push_back(static_cast<double>(i));
      result.up_to.push_back(0);
    }
    result.up_to.back() = static_cast<double>(i + 1);
  }
  return result;
}

/// The convex or concave envelope of y over [low, high], and the points where it touches y.
struct hull {
  std::vector<double> heights;       ///< its height at low, low + 1, ..., high
  std::vector<std::size_t> corners;  ///< ascending, from low to high
};

/// side = +1: greatest convex minorant; -1: least concave majorant.
hull envelope(const std::vector<double>& x, const std::vector<double>& y, std::size_t low,
              std::size_t high, double side) {
  hull result;
  auto& corners = result.corners;
  for (std::size_t i = low; i <= high; ++i) {
    while (corners.size() >= 2) {
      const std::size_t a = corners[corners.size() - 2], b = corners.back();
      const double turn = (x[b] - x[a]) * (y[i] - y[a]) - (y[b] - y[a]) * (x[i] - x[a]);
      if (side * turn > 0) break;
      corners.pop_back();
    }
    corners.push_back(i);
  }
  result.heights.assign(high - low + 1, y[low]);
  for (std::size_t c = 1; c < corners.size(); ++c) {
    const std::size_t a = corners[c - 1], b = corners[c];
    const double slope = (y[b] - y[a]) / (x[b] - x[a]);
    for (std::size_t i = a; i <= b; ++i) result.heights[i - low] = y[a] + slope * (x[i] - x[a]);
  }
  return result;
}

}  // namespace

double dip(std::span<const double> sorted) {
  if (sorted.empty()) return 0;
  const staircase f = stairs(sorted);
  double deepest = 1;  // twice the dip, in samples
  std::size_t low = 0, high = f.x.size() - 1;
  while (true) {
    const hull convex = envelope(f.x, f.below, low, high, 1),
               concave = envelope(f.x, f.up_to, low, high, -1);
    std::size_t widest = low;
    for (std::size_t i = low; i <= high; ++i)
      if (concave.heights[i - low] - convex.heights[i - low] >
          concave.heights[widest - low] - convex.heights[widest - low])
        widest = i;
    if (concave.heights[widest - low] - convex.heights[widest - low] <= deepest) break;
    // The mode lies between the corners on either side of the widest gap; outside it the hulls must
    // do.
    const auto& left = convex.corners;
    const std::size_t new_low = *(std::upper_bound(left.begin(), left.end(), widest) - 1);
    const std::size_t new_high =
        *std::lower_bound(concave.corners.begin(), concave.corners.end(), widest);
    for (std::size_t i = low; i <= new_low; ++i)
      deepest = std::max(deepest, f.up_to[i] - convex.heights[i - low]);
    for (std::size_t i = new_high; i <= high; ++i)
      deepest = std::max(deepest, concave.heights[i - low] - f.below[i]);
    if (new_low == low && new_high == high) break;
    low = new_low;
    high = new_high;
  }
  return deepest / (2 * static_cast<double>(sorted.size()));
}

}  // namespace retime
