// What a tile knows of the sites around it, beside a search that goes from site to site.
#include "kernels/carpet/tile_links.h"

#include <gtest/gtest.h>

#include <map>
#include <queue>
#include <set>
#include <utility>

#include "kernels/device/errors.h"
#include "tests/carpet/walks.h"

namespace carpet {
namespace {

using place = std::pair<int, int>;
constexpr std::pair<int, int> steps_to_neighbours[]{{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

bool within_reach(const problem& walk, int x, int y) {
  return std::abs(x) + std::abs(y) <= walk.steps && walk.accessible(x, y);
}

/// Of the sites from which a walker comes to the tile in at most `farthest` steps: in how many.
std::map<place, int> distances(const problem& walk, const site_tiles& tiles,
                               const site_tiles::tile& from, int farthest) {
  std::map<place, int> found;
  std::queue<place> next;
  tiles.for_each_site(from, [&](int x, int y) {
    found[{x, y}] = 0;
    next.emplace(x, y);
  });
  for (; !next.empty(); next.pop()) {
    const auto [x, y] = next.front();
    const int distance = found[{x, y}] + 1;
    if (distance > farthest) continue;
    for (const auto& [dx, dy] : steps_to_neighbours) {
      if (within_reach(walk, x + dx, y + dy) && found.insert({{x + dx, y + dy}, distance}).second)
        next.emplace(x + dx, y + dy);
    }
  }
  return found;
}

problem in_a_corner() {
  parameters asked = walk(60, two_of_seven);
  asked.across = 1;
  asked.level = 2;
  asked.start = site{3, 46};
  return make_problem(asked);
}

class CarpetTileLinks : public testing::TestWithParam<double> {};

void expect_known(const problem& walk, int side, int farthest) {
  const site_tiles tiles(walk, side);
  const tile_links known(walk, tiles, farthest, 60000);
  std::vector<place> place_of(tiles.sites());
  for (int y = walk.reach.y_min; y <= walk.reach.y_max; ++y)
    walk.for_each_site(y, walk.steps, [&](int x, auto) { place_of[tiles.at(x, y)] = {x, y}; });

  ASSERT_EQ(known.tiles.size(), tiles.tiles().size());
  for (std::size_t i = 0; i < known.tiles.size(); ++i) {
    const linked_tile& tile = known.tiles[i];
    const auto expected = distances(walk, tiles, tiles.tiles()[i], farthest);
    ASSERT_EQ(tile.last_slot, static_cast<int>(expected.size()));
    ASSERT_LE(tile.last_slot, known.most_sites);

    std::map<place, int> slot_of;
    for (int slot = 1; slot <= tile.last_slot; ++slot) {
      const int number = slot <= tile.sites
                             ? tile.first + slot - 1
                             : known.around[tile.around_first + slot - 1 - tile.sites];
      slot_of[place_of[number]] = slot;
    }
    ASSERT_EQ(slot_of.size(), expected.size());
    std::set<int> others;
    for (const auto& [site, slot] : slot_of) {
      const int distance = expected.at(site);
      const auto last = known.last_slots.begin() + static_cast<int>(i) * (farthest + 1);
      EXPECT_LE(slot, last[distance]);
      if (distance > 0) {
        EXPECT_GT(slot, last[distance - 1]);
        others.insert(tiles.tile_of(site.first, site.second));
      }

      if (distance == farthest) continue;  // its links are not all known
      const auto& links = known.links[tile.links_first + slot - 1];
      const int told[]{links.left, links.right, links.above, links.below};
      for (int k = 0; k < 4; ++k) {
        const auto [dx, dy] = steps_to_neighbours[k];
        const place beside{site.first + dx, site.second + dy};
        const bool is_site = within_reach(walk, beside.first, beside.second);
        EXPECT_EQ(told[k], is_site ? slot_of.at(beside) : 0);
      }
    }
    std::set<int> beside(std::begin(tile.beside), std::end(tile.beside));
    beside.erase(static_cast<int>(i));
    others.erase(static_cast<int>(i));
    EXPECT_EQ(beside, others);
  }
}

TEST_P(CarpetTileLinks, AreThoseOfASearch) {
  const problem open = make_problem(walk(50, built_in_generators(GetParam())));
  expect_known(open, 25, 7);
  expect_known(open, 8, 8);
  expect_known(open, 100, 1);
}

INSTANTIATE_TEST_SUITE_P(Occupancies, CarpetTileLinks, testing::Values(0.093, 0.35, 0.59));

TEST(CarpetTileLinks, StopAtWalls) { expect_known(in_a_corner(), 9, 6); }

TEST(CarpetTileLinks, AreSharedByTilesThatAreAlike) {
  // One pattern at every level: all whole iterators are alike.
  const problem walk = make_problem(carpet::walk(400, built_in_generators(0.59)));
  const site_tiles tiles(walk, 125);
  const tile_links known(walk, tiles, 4, 60000);
  std::map<int, int> uses;
  for (const auto& tile : known.tiles) ++uses[tile.links_first];
  EXPECT_GE(uses[known.tiles[0].links_first], 5);  // those inside the diamond
  EXPECT_LT(uses.size(), known.tiles.size());
}

/// The sparsest patterns have one site at the middle of each edge, so that an iterator has one way
/// out on each side; the densest have three, and theirs 3^3.
TEST(CarpetTileLinks, AreFewFromIteratorToIterator) {
  for (const auto& [occupancy, ways_out] : {std::pair{0.093, 1}, {0.59, 27}}) {
    const problem walk = make_problem(carpet::walk(300, built_in_generators(occupancy)));
    const tile_links known(walk, site_tiles(walk, 125), 1, 60000);
    const linked_tile& middle = known.tiles[0];
    EXPECT_EQ(middle.last_slot - middle.sites, 4 * ways_out);
  }
}

TEST(CarpetTileLinks, RefuseATileOfTooManySites) {
  const problem walk = make_problem(carpet::walk(20, all_open));
  const site_tiles tiles(walk, 16);
  EXPECT_NO_THROW(tile_links(walk, tiles, 0, 256));
  EXPECT_THROW(tile_links(walk, tiles, 1, 256), device::does_not_fit);
}

}  // namespace
}  // namespace carpet
