#include "kernels/carpet/site_tiles.h"

#include <algorithm>
#include <cstdlib>

namespace carpet {
namespace {

/// The first site of the square that `site` lies in: `start` sites lie before site 0.
int square_begin(int site, std::int64_t start, int side) {
  return site - static_cast<int>((site + start) % side);
}

}  // namespace

site_tiles::site_tiles(const problem& walk, int side)
    : walk_(&walk),
      side_(side),
      x_first_(square_begin(walk.reach.x_min, walk.start.x, side)),
      y_first_(square_begin(walk.reach.y_min, walk.start.y, side)),
      across_((walk.reach.x_max - x_first_) / side + 1) {
  const int down = (walk.reach.y_max - y_first_) / side + 1, squares = across_ * down;
  std::vector<tile> all(squares);
#pragma omp parallel for schedule(dynamic, 16) if (walk.sites() > parallel_from)
  for (int i = 0; i < squares; ++i) {
    all[i] = {x_first_ + i % across_ * side, y_first_ + i / across_ * side, 0, 0, walk.steps};
    for_each_site(all[i], [&](int x, int y) {
      ++all[i].sites;
      all[i].nearest = std::min(all[i].nearest, std::abs(x) + std::abs(y));
    });
  }
  std::ranges::copy_if(all, std::back_inserter(tiles_), [](const tile& t) { return t.sites > 0; });
  std::ranges::stable_sort(tiles_, {}, &tile::nearest);

  tile_at_.assign(squares, -1);
  std::int32_t numbered = 0;
  for (tile& each : tiles_) {
    tile_at_[place_of(each.x, each.y)] = static_cast<std::int32_t>(&each - tiles_.data());
    each.first = numbered;
    for (int y = each.y; y < each.y + side; ++y) {
      row_first_.push_back(numbered);
      const auto [first, last] = columns_of_row(each, y);
      if (first > last) continue;
      const window& reach = walk.reach;
      numbered += static_cast<std::int32_t>(
          walk.open.count(y - reach.y_min, first - reach.x_min, last - reach.x_min));
    }
  }
}

columns site_tiles::columns_of_row(const tile& of, int y) const {
  const window& reach = walk_->reach;
  if (y < reach.y_min || y > reach.y_max) return {0, -1};
  const columns row = columns_of(reach, y, walk_->steps);
  return {std::max(row.first, of.x), std::min(row.last, of.x + side_ - 1)};
}

int site_tiles::place_of(int x, int y) const {
  return (y - y_first_) / side_ * across_ + (x - x_first_) / side_;
}

int site_tiles::tile_of(int x, int y) const { return tile_at_[place_of(x, y)]; }

std::int64_t site_tiles::at(int x, int y) const {
  const int number = tile_of(x, y);
  const tile& of = tiles_[number];
  const auto [first, last] = columns_of_row(of, y);
  const std::int64_t before = row_first_[std::size_t(number) * side_ + (y - of.y)];
  if (x == first) return before;
  const window& reach = walk_->reach;
  return before + walk_->open.count(y - reach.y_min, first - reach.x_min, x - 1 - reach.x_min);
}

int site_tiles::tiles_within(int step) const {
  const auto beyond = std::ranges::upper_bound(tiles_, step, {}, &tile::nearest);
  return static_cast<int>(beyond - tiles_.begin());
}

part_of_array site_tiles::reached(int step) const {
  const tile& last = tiles_[tiles_within(step) - 1];
  return {0, last.first + std::int64_t{last.sites}};
}

}  // namespace carpet
