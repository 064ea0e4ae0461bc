// How a plane is cut where a warp takes a strip of columns through several steps: the strips, the
// rows of a block, and the array that holds all that they read.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/carpet/plane.h"
#include "kernels/carpet/problem.h"

namespace carpet {

inline constexpr int most_steps_per_pass = 8;
/// Rows that are on their way to a lane at once, one of which is in use.
inline constexpr int rows_ahead = 8;

/// A lane has `Sites` columns next to each other, a warp 32 times as many. What the outermost lanes
/// compute is wrong, a column further inwards at every step: as many lanes on each side only read,
/// and belong to the strips beside.
template <int Sites, int Steps>
struct strip {
  static constexpr int overlap_lanes = (Steps + Sites - 1) / Sites;
  static constexpr int columns = (32 - 2 * overlap_lanes) * Sites;  ///< that are written
};

/// The reach, row by row, inside a margin of inaccessible sites that holds all that is read: to the
/// left the overlap of the first strip, to the right the rest of the last one, above the rows of
/// earlier steps, below these and the rows ahead. Rows begin at whole memory segments.
struct strip_plane {
  static constexpr int left = 12, above = most_steps_per_pass;
  static constexpr int below = most_steps_per_pass + 2 * rows_ahead;

  strip_plane(const window& reach, int sites_per_lane)
      : start_column(round_up(left - reach.x_min)),
        start_row(above - reach.y_min),
        pitch(round_up(start_column + reach.x_max + 1 + 32 * sites_per_lane)),
        rows(start_row + reach.y_max + 1 + below) {}

  constexpr int at(int x, int y) const { return (y + start_row) * pitch + x + start_column; }
  /// The rows that hold all sites with |x|+|y| <= step.
  part_of_array reached(int step) const {
    const std::int64_t first = std::max(start_row - step, above);
    const std::int64_t last = std::min(start_row + step, rows - below - 1);
    return {first * pitch, (last - first + 1) * pitch};
  }
  std::int64_t sites() const { return std::int64_t{pitch} * rows; }

  int start_column, start_row, pitch, rows;

 private:
  static int round_up(int columns) { return (columns + 31) / 32 * 32; }
};

/// The blocks of a pass that ends at step `radius`: a column of them for each strip, `block_rows`
/// rows each.
struct strip_pass {
  strip_pass(const window& reach, int sites_per_lane, int strip_columns, int last_step, int rows)
      : x_first(round_down(std::max(reach.x_min, -last_step), sites_per_lane)),
        y_first(std::max(reach.y_min, -last_step)),
        y_last(std::min(reach.y_max, last_step)),
        radius(last_step),
        block_rows(rows),
        strips((std::min(reach.x_max, last_step) - x_first) / strip_columns + 1),
        blocks((y_last - y_first) / rows + 1) {}

  struct row_range {
    int first, end;
  };
  /// Of a block, the rows that have sites with |x|+|y| <= radius in columns left..right.
  constexpr row_range rows_of(int block, int left, int right) const {
    const int nearest = std::max(std::max(left, -right), 0), half = radius - nearest;
    const int first = y_first + block * block_rows;
    return {std::max(first, -half), std::min(std::min(first + block_rows, y_last + 1), half + 1)};
  }

  int x_first, y_first, y_last, radius, block_rows;
  int strips, blocks;

 private:
  static int round_down(int column, int sites) {
    return (column >= 0 ? column : column - sites + 1) / sites * sites;
  }
};

}  // namespace carpet
