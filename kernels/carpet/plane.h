// How the walker's reach lies in memory: for the dense variants, the CPU program and the reference.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/carpet/problem.h"

namespace carpet {

struct part_of_array {
  std::int64_t first, size;
};

/// The sites at least that lie around the reach.
struct margins {
  int left, right, above, below;
};
/// The ring that x - 1 and x + 1 read at the border, and room for the largest tiles that stand over
/// it.
inline constexpr margins around_tiles{4, 4, 4, 4};

/// The reach, row by row, inside a margin of inaccessible sites. The start's column and the pitch
/// are multiples of 32 sites, so that rows and tiles begin at whole memory segments.
struct plane_shape {
  explicit plane_shape(const window& reach, const margins& margin = around_tiles)
      : start_column(round_up(margin.left - reach.x_min)),
        start_row(margin.above - reach.y_min),
        pitch(round_up(start_column + reach.x_max + 1 + margin.right)),
        rows(start_row + reach.y_max + 1 + margin.below) {}

  constexpr int at(int x, int y) const { return (y + start_row) * pitch + x + start_column; }
  /// The rows that hold all sites with |x|+|y| <= step.
  part_of_array reached(int step) const {
    const std::int64_t first = std::max(start_row - step, 0);
    const std::int64_t last = std::min(start_row + step, rows - 1);
    return {first * pitch, (last - first + 1) * pitch};
  }
  std::int64_t sites() const { return std::int64_t{pitch} * rows; }

  int start_column, start_row, pitch, rows;

 private:
  static int round_up(int columns) { return (columns + 31) / 32 * 32; }
};

/// In the place of 4 - n, which is at most 4.
inline constexpr unsigned char inaccessible = 128;

/// What of Eq. (1) does not change from step to step: 4 - n of every site, a byte each.
inline std::vector<unsigned char> stays_of(const problem& problem, const plane_shape& plane) {
  std::vector<unsigned char> stays(plane.sites(), inaccessible);
  problem.for_each_site_at_once(problem.steps, [&](int x, int y, std::int64_t) {
    stays[plane.at(x, y)] = static_cast<unsigned char>(4 - problem.neighbours(x, y));
  });
  return stays;
}

/// The reach in tiles of Side x Side sites: tile (X, Y) begins at site (Side X, Side Y).
template <int Side>
struct tile_range {
  explicit tile_range(const window& reach)
      : x_min(floor(reach.x_min)),
        x_max(floor(reach.x_max)),
        y_min(floor(reach.y_min)),
        y_max(floor(reach.y_max)) {}

  constexpr bool holds(int x, int y) const {
    return x >= x_min && x <= x_max && y >= y_min && y <= y_max;
  }
  int columns() const { return x_max - x_min + 1; }
  int rows() const { return y_max - y_min + 1; }

  int x_min, x_max, y_min, y_max;

 private:
  static int floor(int sites) { return (sites >= 0 ? sites : sites - Side + 1) / Side; }
};

}  // namespace carpet
