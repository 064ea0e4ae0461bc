// How the walker's reach lies in memory: of variants A and B, of the CPU program, of the reference.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/carpet/problem.h"

namespace carpet {

struct part_of_array {
  std::int64_t first, size;
};

/// The reach, row by row, inside a margin of inaccessible sites. The margin is the ring that x - 1
/// and x + 1 read at the border, and room for tiles that stand over it. The start's column and the
/// pitch are multiples of 32 sites, so that rows and tiles begin at whole memory segments.
struct plane_shape {
  static constexpr int margin = 4;  ///< the side of the largest tile

  explicit plane_shape(const window& reach)
      : start_column(round_up(margin - reach.x_min)),
        start_row(margin - reach.y_min),
        pitch(round_up(start_column + reach.x_max + 1 + margin)),
        rows(start_row + reach.y_max + 1 + margin) {}

  constexpr int at(int x, int y) const { return (y + start_row) * pitch + x + start_column; }
  /// The rows that hold all sites with |x|+|y| <= step.
  part_of_array reached(int step) const {
    const std::int64_t above = std::max(start_row - step, margin);
    const std::int64_t below = std::min(start_row + step, rows - margin - 1);
    return {above * pitch, (below - above + 1) * pitch};
  }
  std::int64_t sites() const { return std::int64_t{pitch} * rows; }

  int start_column, start_row, pitch, rows;

 private:
  static int round_up(int columns) { return (columns + 31) / 32 * 32; }
};

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
