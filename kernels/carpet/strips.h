// How a plane is cut where a warp takes a strip of columns through several steps: the strips, the
// rows of a block, and the margins that hold all that they read.
#pragma once

#include <algorithm>

#include "kernels/carpet/plane.h"

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

/// All that is read: to the left the overlap of the first strip, to the right the rest of the last
/// one, above the rows of earlier steps, below these and the rows ahead.
constexpr margins around_strips(int sites_per_lane) {
  return {12, 32 * sites_per_lane, most_steps_per_pass, most_steps_per_pass + 2 * rows_ahead};
}

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
  /// The rows of a block that have sites with |x|+|y| <= radius in columns left..right.
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
