// The accessible sites, numbered square by square of the surface.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/carpet/plane.h"

namespace carpet {

struct numbered_tile {
  int x, y;            ///< its first column and row, accessible or not
  std::int32_t first;  ///< number of its first site
  std::int32_t sites;  ///< accessible, with |x|+|y| <= steps of the walk
  int nearest;         ///< the smallest |x|+|y| of them
};

/// Tiles are squares of the surface with an accessible site that the walk can reach. They begin
/// where iterators do, as far as one is a multiple of the other: there the carpet has the fewest
/// ways from tile to tile. Numbers go outwards from the start, in a tile row by row.
class site_tiles {
 public:
  /// `side` is a tile's, in sites. Holds on to `problem`.
  site_tiles(const problem& problem, int side);

  const std::vector<numbered_tile>& tiles() const { return tiles_; }
  int side() const { return side_; }
  std::int64_t sites() const { return tiles_.back().first + std::int64_t{tiles_.back().sites}; }

  /// The tile that an accessible site lies in, and the site's number.
  int tile_of(int x, int y) const { return tile_at_[place_of(x, y)]; }
  std::int64_t at(int x, int y) const;

  /// The tiles with a site |x|+|y| <= step: the first ones.
  int tiles_within(int step) const;
  part_of_array reached(int step) const;

  /// Calls visit(x, y) for the sites of a tile, in the order of their numbers.
  template <class Visit>
  void for_each_site(const numbered_tile& tile, Visit visit) const {
    for (int y = tile.y; y < tile.y + side_; ++y) {
      const columns row = columns_of_row(tile, y);
      if (row.first <= row.last) problem_->for_each_accessible(y, row, [&](int x) { visit(x, y); });
    }
  }

 private:
  /// Where a tile's row lies within the walker's reach; first > last: nowhere.
  columns columns_of_row(const numbered_tile& tile, int y) const;
  int place_of(int x, int y) const {
    return (y - y_first_) / side_ * across_ + (x - x_first_) / side_;
  }

  const problem* problem_;
  int side_;
  int x_first_, y_first_, across_;  ///< the first square's first site, and the squares of a row
  std::vector<numbered_tile> tiles_;
  std::vector<std::int32_t> tile_at_;    ///< each square's, row by row; -1: none
  std::vector<std::int32_t> row_first_;  ///< number of the first site of each row of each tile
};

}  // namespace carpet
