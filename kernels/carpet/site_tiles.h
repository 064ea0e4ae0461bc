// The accessible sites, numbered square by square of the surface.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/carpet/plane.h"
#include "kernels/carpet/problem.h"

namespace carpet {

/// Tiles are squares of the surface with an accessible site that the walk can reach. They begin
/// where iterators do, as far as one is a multiple of the other: there the carpet has the fewest
/// ways from tile to tile. Numbers go outwards from the start, in a tile row by row.
class site_tiles {
 public:
  /// `side`: of a tile, in sites. Holds on to `walk`.
  site_tiles(const problem& walk, int side);

  struct tile {
    int x, y;            ///< its first column and row, accessible or not
    std::int32_t first;  ///< number of its first site
    std::int32_t sites;  ///< accessible, with |x|+|y| <= steps of the walk
    int nearest;         ///< the smallest |x|+|y| of them
  };
  const std::vector<tile>& tiles() const { return tiles_; }
  int side() const { return side_; }
  std::int64_t sites() const { return tiles_.back().first + std::int64_t{tiles_.back().sites}; }

  /// Which tile a site of them lies in, and its number.
  int tile_of(int x, int y) const;
  std::int64_t at(int x, int y) const;

  /// The tiles with a site |x|+|y| <= step: the first ones.
  int tiles_within(int step) const;
  part_of_array reached(int step) const;

  /// Calls visit(x, y) for the sites of a tile, in the order of their numbers.
  template <class Visit>
  void for_each_site(const tile& of, Visit visit) const {
    for (int y = of.y; y < of.y + side_; ++y) {
      const auto [first, last] = columns_of_row(of, y);
      if (first > last) continue;
      const int left = walk_->reach.x_min;
      walk_->open.for_each_set(y - walk_->reach.y_min, first - left, last - left,
                               [&](std::int64_t c) { visit(static_cast<int>(c) + left, y); });
    }
  }

 private:
  /// Where a tile's row lies within the walker's reach; first > last: nowhere.
  columns columns_of_row(const tile& of, int y) const;
  int place_of(int x, int y) const;

  const problem* walk_;
  int side_;
  int x_first_, y_first_, across_;  ///< of the squares: the first's first site, and how many a row
  std::vector<tile> tiles_;
  std::vector<std::int32_t> tile_at_;    ///< of each square, row by row; -1: none
  std::vector<std::int32_t> row_first_;  ///< number of the first site of each row of each tile
};

}  // namespace carpet
