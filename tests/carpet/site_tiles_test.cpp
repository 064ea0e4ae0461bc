// Sites numbered tile by tile: each once, outwards, in tiles that begin where iterators do.
#include "kernels/carpet/site_tiles.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/carpet/walks.h"

namespace carpet {
namespace {

/// Reaches without walls, with walls on some sides, and a start in a corner.
std::vector<problem> walks() {
  parameters walled = walk(30, sierpinski), corner = walk(170, two_of_seven);
  walled.level = 2;
  walled.across = 3;
  walled.start = site{2, 6};
  corner.across = 1;
  corner.level = 3;
  corner.start = site{3, 340};
  return {make_problem(walk(1, plus)), make_problem(walk(90, built_in_generators(0.093))),
          make_problem(walk(61, built_in_generators(0.59))), make_problem(walled),
          make_problem(corner)};
}

TEST(CarpetSiteTiles, NumberEverySiteOnce) {
  for (const problem& walk : walks()) {
    for (const int side : {4, 9, 25, 200}) {
      const site_tiles tiles(walk, side);
      ASSERT_EQ(tiles.sites(), walk.sites());
      std::vector<int> times(tiles.sites());
      for (int y = walk.reach.y_min; y <= walk.reach.y_max; ++y)
        walk.for_each_site(y, walk.steps, [&](int x, std::int64_t) { ++times[tiles.at(x, y)]; });
      EXPECT_EQ(times, std::vector<int>(tiles.sites(), 1));
    }
  }
}

TEST(CarpetSiteTiles, KnowTheirOwnSites) {
  for (const problem& walk : walks()) {
    const site_tiles tiles(walk, 9);
    std::int32_t next = 0;
    for (std::size_t i = 0; i < tiles.tiles().size(); ++i) {
      const auto& tile = tiles.tiles()[i];
      EXPECT_EQ(tile.first, next);
      int nearest = walk.steps + 1;
      tiles.for_each_site(tile, [&](int x, int y) {
        EXPECT_EQ(tiles.tile_of(x, y), static_cast<int>(i));
        EXPECT_EQ(tiles.at(x, y), next++);
        EXPECT_TRUE(walk.accessible(x, y) && x >= tile.x && x < tile.x + 9 && y >= tile.y &&
                    y < tile.y + 9);
        nearest = std::min(nearest, std::abs(x) + std::abs(y));
      });
      EXPECT_EQ(next - tile.first, tile.sites);
      EXPECT_EQ(nearest, tile.nearest);
    }
  }
}

TEST(CarpetSiteTiles, LieOutwards) {
  for (const problem& walk : walks()) {
    const site_tiles tiles(walk, 9);
    EXPECT_EQ(tiles.tile_of(0, 0), 0);
    for (const int step : {0, 1, walk.steps / 2, walk.steps}) {
      const auto reached = tiles.reached(step);
      EXPECT_EQ(reached.first, 0);
      for (int y = walk.reach.y_min; y <= walk.reach.y_max; ++y) {
        walk.for_each_site(y, step, [&](int x, std::int64_t) {
          EXPECT_LT(tiles.tile_of(x, y), tiles.tiles_within(step));
          EXPECT_LT(tiles.at(x, y), reached.size);
        });
      }
    }
    EXPECT_EQ(tiles.reached(walk.steps).size, tiles.sites());
  }
}

TEST(CarpetSiteTiles, BeginWhereIteratorsDo) {
  const problem walk = make_problem(carpet::walk(90, built_in_generators(0.093)));
  for (const int side : {25, 125}) {
    const site_tiles tiles(walk, side);
    for (const auto& tile : tiles.tiles()) {
      EXPECT_EQ((walk.start.x + tile.x) % side, 0);
      EXPECT_EQ((walk.start.y + tile.y) % side, 0);
    }
  }
}

}  // namespace
}  // namespace carpet
