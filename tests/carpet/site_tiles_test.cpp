// Tiles of accessible sites: each site numbered once, outwards, and what a tile knows of the sites
// around it, beside a search that goes from site to site.
#include "kernels/carpet/site_tiles.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <queue>
#include <set>
#include <utility>

#include "kernels/carpet/tile_links.h"
#include "kernels/device/errors.h"
#include "tests/carpet/walks.h"

namespace carpet {
namespace {

using place = std::pair<int, int>;
constexpr std::pair<int, int> steps_to_neighbours[]{{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

/// Reaches without walls, with walls on some sides, and a start in a corner.
std::vector<problem> walks() {
  return {make_problem(walk(1, plus)), make_problem(walk(90, built_in_generators(0.093))),
          make_problem(walk(61, built_in_generators(0.59))),
          walled(30, sierpinski, 2, 3, site{2, 6}), walled(170, two_of_seven, 3, 1, site{3, 340})};
}

TEST(CarpetSiteTiles, NumberEverySiteOnceOutwardsWhereIteratorsBegin) {
  for (const problem& problem : walks()) {
    for (const int side : {4, 9, 25, 200}) {
      const site_tiles tiles(problem, side);
      std::vector<std::int64_t> within(problem.steps + 1);  // sites of the tiles that steps reach
      std::int64_t numbered = 0;
      int farthest = 0;
      for (const auto& tile : tiles.tiles()) {
        EXPECT_EQ(tile.first, numbered);
        EXPECT_EQ((problem.start.x + tile.x) % side, 0);
        EXPECT_EQ((problem.start.y + tile.y) % side, 0);
        int nearest = problem.steps + 1;
        tiles.for_each_site(tile, [&](int x, int y) {
          EXPECT_EQ(&tiles.tiles()[tiles.tile_of(x, y)], &tile);
          EXPECT_EQ(tiles.at(x, y), numbered++);
          EXPECT_TRUE(problem.accessible(x, y) && x >= tile.x && x < tile.x + side && y >= tile.y &&
                      y < tile.y + side);
          nearest = std::min(nearest, std::abs(x) + std::abs(y));
        });
        EXPECT_EQ(tile.sites, numbered - tile.first);
        EXPECT_EQ(tile.nearest, nearest);
        EXPECT_GE(nearest, farthest);
        farthest = nearest;
        for (int step = nearest; step <= problem.steps; ++step) within[step] += tile.sites;
      }
      EXPECT_EQ(numbered, problem.sites());
      EXPECT_EQ(numbered, tiles.sites());
      for (int step = 0; step <= problem.steps; ++step)
        EXPECT_EQ(tiles.reached(step).size, within[step]);
    }
  }
}

bool within_reach(const problem& problem, place site) {
  return std::abs(site.first) + std::abs(site.second) <= problem.steps &&
         problem.accessible(site.first, site.second);
}

/// In how many steps a walker comes to the tile, of the sites where at most `farthest` are enough.
std::map<place, int> distances(const problem& problem, const site_tiles& tiles,
                               const numbered_tile& tile, int farthest) {
  std::map<place, int> distance_from;
  std::queue<place> next;
  tiles.for_each_site(tile, [&](int x, int y) {
    distance_from[{x, y}] = 0;
    next.emplace(x, y);
  });
  for (; !next.empty(); next.pop()) {
    const int distance = distance_from[next.front()] + 1;
    if (distance > farthest) continue;
    for (const auto& [dx, dy] : steps_to_neighbours) {
      const place beside{next.front().first + dx, next.front().second + dy};
      if (within_reach(problem, beside) && distance_from.insert({beside, distance}).second)
        next.push(beside);
    }
  }
  return distance_from;
}

void expect_those_of_a_search(const problem& problem, int side, int farthest) {
  const site_tiles tiles(problem, side);
  const tile_links linked(problem, tiles, farthest, 60000);
  std::vector<place> place_of(tiles.sites());
  for (const auto& tile : tiles.tiles())
    tiles.for_each_site(tile, [&](int x, int y) { place_of[tiles.at(x, y)] = {x, y}; });

  ASSERT_EQ(linked.tiles.size(), tiles.tiles().size());
  for (std::size_t i = 0; i < linked.tiles.size(); ++i) {
    const linked_tile& tile = linked.tiles[i];
    const auto expected = distances(problem, tiles, tiles.tiles()[i], farthest);
    ASSERT_EQ(tile.last_slot, static_cast<int>(expected.size()));
    ASSERT_LE(tile.last_slot, linked.most_sites);

    std::map<place, int> slot_of;
    for (int slot = 1; slot <= tile.last_slot; ++slot) {
      const int number = slot <= tile.sites
                             ? tile.first + slot - 1
                             : linked.around[tile.around_first + slot - 1 - tile.sites];
      slot_of[place_of[number]] = slot;
    }
    ASSERT_EQ(slot_of.size(), expected.size());
    std::set<int> others{static_cast<int>(i)};
    for (const auto& [site, slot] : slot_of) {
      const int distance = expected.at(site);
      const auto last = linked.last_slots.begin() + static_cast<int>(i) * (farthest + 1);
      EXPECT_LE(slot, last[distance]);
      EXPECT_GT(slot, distance > 0 ? last[distance - 1] : 0);
      others.insert(tiles.tile_of(site.first, site.second));

      if (distance == farthest) continue;  // its links are not all known
      const auto& links = linked.links[tile.links_first + slot - 1];
      const int slots[]{links.left, links.right, links.above, links.below};
      for (int k = 0; k < 4; ++k) {
        const auto [dx, dy] = steps_to_neighbours[k];
        const place beside{site.first + dx, site.second + dy};
        EXPECT_EQ(slots[k], within_reach(problem, beside) ? slot_of.at(beside) : 0);
      }
    }
    std::set<int> beside(std::begin(tile.beside), std::end(tile.beside));
    beside.insert(static_cast<int>(i));
    EXPECT_EQ(beside, others);
  }
}

TEST(CarpetTileLinks, AreThoseOfASearch) {
  for (const double occupancy : {0.093, 0.35, 0.59}) {
    const problem open = make_problem(walk(50, built_in_generators(occupancy)));
    for (const auto& [side, farthest] : {std::pair{25, 7}, {8, 8}, {100, 1}})
      expect_those_of_a_search(open, side, farthest);
  }
  expect_those_of_a_search(walled(60, two_of_seven, 2, 1, site{3, 46}), 9, 6);
}

TEST(CarpetTileLinks, AreSharedByTilesThatAreAlike) {
  // One pattern at every level: all whole iterators are alike, and five lie inside the diamond.
  const problem problem = make_problem(walk(400, built_in_generators(0.59)));
  const tile_links linked(problem, site_tiles(problem, 125), 4, 60000);
  std::map<int, int> uses;
  for (const auto& tile : linked.tiles) ++uses[tile.links_first];
  EXPECT_GE(uses[linked.tiles[0].links_first], 5);
  EXPECT_LT(uses.size(), linked.tiles.size());
}

TEST(CarpetTileLinks, RefuseATileOfTooManySites) {
  const problem problem = make_problem(walk(20, all_open));
  const site_tiles tiles(problem, 16);
  EXPECT_NO_THROW(tile_links(problem, tiles, 0, 256));
  EXPECT_THROW(tile_links(problem, tiles, 1, 256), device::does_not_fit);
}

}  // namespace
}  // namespace carpet
