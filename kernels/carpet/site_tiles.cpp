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

site_tiles::site_tiles(const problem& problem, int side)
    : problem_(&problem),
      side_(side),
      x_first_(square_begin(problem.reach.x_min, problem.start.x, side)),
      y_first_(square_begin(problem.reach.y_min, problem.start.y, side)),
      across_((problem.reach.x_max - x_first_) / side + 1) {
  const int down = (problem.reach.y_max - y_first_) / side + 1, squares = across_ * down;
  std::vector<numbered_tile> all(squares);
#pragma omp parallel for schedule(dynamic, 16) if (problem.sites() > parallel_from)
  for (int i = 0; i < squares; ++i) {
    all[i] = {x_first_ + i % across_ * side, y_first_ + i / across_ * side, 0, 0, problem.steps};
    for_each_site(all[i], [&](int x, int y) {
      ++all[i].sites;
      all[i].nearest = std::min(all[i].nearest, std::abs(x) + std::abs(y));
    });
  }
  std::ranges::copy_if(all, std::back_inserter(tiles_),
                       [](const numbered_tile& tile) { return tile.sites > 0; });
  std::ranges::stable_sort(tiles_, {}, &numbered_tile::nearest);

  tile_at_.assign(squares, -1);
  std::int32_t numbered = 0;
  for (numbered_tile& each : tiles_) {
    tile_at_[place_of(each.x, each.y)] = static_cast<std::int32_t>(&each - tiles_.data());
    each.first = numbered;
    for (int y = each.y; y < each.y + side; ++y) {
      row_first_.push_back(numbered);
      const columns row = columns_of_row(each, y);
      if (row.first <= row.last)
        numbered += static_cast<std::int32_t>(problem.accessible_in(y, row));
    }
  }
}

columns site_tiles::columns_of_row(const numbered_tile& tile, int y) const {
  const window& reach = problem_->reach;
  if (y < reach.y_min || y > reach.y_max) return {0, -1};
  const columns row = columns_of(reach, y, problem_->steps);
  return {std::max(row.first, tile.x), std::min(row.last, tile.x + side_ - 1)};
}

std::int64_t site_tiles::at(int x, int y) const {
  const int number = tile_of(x, y);
  const numbered_tile& own = tiles_[number];
  const int first = columns_of_row(own, y).first;
  const std::int64_t before = row_first_[static_cast<std::size_t>(number) * side_ + (y - own.y)];
  return x == first ? before : before + problem_->accessible_in(y, {first, x - 1});
}

int site_tiles::tiles_within(int step) const {
  const auto beyond = std::ranges::upper_bound(tiles_, step, {}, &numbered_tile::nearest);
  return static_cast<int>(beyond - tiles_.begin());
}

part_of_array site_tiles::reached(int step) const {
  const numbered_tile& last = tiles_[tiles_within(step) - 1];
  return {0, last.first + std::int64_t{last.sites}};
}

}  // namespace carpet
