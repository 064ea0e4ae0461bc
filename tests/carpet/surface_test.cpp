// Carpets: what is built from generators, and that it is the same however it is asked for.
#include "kernels/carpet/surface.h"

#include <gtest/gtest.h>

#include <queue>
#include <stdexcept>

#include "kernels/support/bad_input.h"
#include "tests/carpet/walks.h"

namespace carpet {
namespace {

generator_set parse(const char* text) { return parse_generators(text, "test"); }

TEST(CarpetSurface, OneGeneratorGivesTheClassicCarpet) {
  const surface ground(parse(sierpinski), 2, 1, 1);
  EXPECT_EQ(ground.side(), 9);
  EXPECT_EQ(ground.accessible_sites(), 64);
  for (int y = 0; y < 9; ++y) {
    for (int x = 0; x < 9; ++x) {
      const bool hole = (x % 3 == 1 && y % 3 == 1) || (x / 3 == 1 && y / 3 == 1);
      EXPECT_EQ(ground.accessible({x, y}), !hole) << x << " " << y;
    }
  }
  EXPECT_FALSE(ground.accessible({-1, 0}));
  EXPECT_FALSE(ground.accessible({0, 9}));
}

TEST(CarpetSurface, LevelsAreReplacedByTheirOwnDraw) {
  // The cells of a level-2 iterator are level-1 patterns of the set, and not all the same one.
  const generator_set set = parse(two_of_seven);
  const surface ground(set, 2, 1, 1);
  std::vector<int> seen(2);
  for (int cell = 0; cell < 49; ++cell) {
    std::vector<unsigned char> part;
    for (int i = 0; i < 49; ++i)
      part.push_back(ground.accessible({cell % 7 * 7 + i % 7, cell / 7 * 7 + i / 7}));
    const bool closed = part == std::vector<unsigned char>(49);
    if (closed) continue;
    ASSERT_TRUE(part == set.patterns[0].open || part == set.patterns[1].open);
    ++seen[part == set.patterns[1].open];
  }
  EXPECT_GT(seen[0], 0);
  EXPECT_GT(seen[1], 0);
}

TEST(CarpetSurface, WindowSitesAndCountAgree) {
  const surface ground(built_in_generators(0.35), 3, 3, 5);
  const bitmap all = ground.window({0, 0}, {ground.side() - 1, ground.side() - 1});
  std::int64_t count = 0;
  for (std::int64_t y = 0; y < ground.side(); ++y) {
    count += all.count(y, 0, ground.side() - 1);
    for (std::int64_t x = 0; x < ground.side(); ++x)
      ASSERT_EQ(all(x, y), ground.accessible({x, y}));
  }
  EXPECT_EQ(count, ground.accessible_sites());
  const bitmap part = ground.window({100, 37}, {170, 260});
  for (std::int64_t y = 0; y < part.height(); ++y) {
    for (std::int64_t x = 0; x < part.width(); ++x) ASSERT_EQ(part(x, y), all(x + 100, y + 37));
  }
}

TEST(CarpetSurface, SeedDecidesAndLargerSurfacesOnlyAdd) {
  const surface small(built_in_generators(0.093), 3, 1, 9),
      large(built_in_generators(0.093), 3, 5, 9);
  const surface other(built_in_generators(0.093), 3, 1, 10);
  int differ = 0;
  for (std::int64_t y = 0; y < 125; ++y) {
    for (std::int64_t x = 0; x < 125; ++x) {
      ASSERT_EQ(small.accessible({x, y}), large.accessible({x + 250, y + 250}));
      differ += small.accessible({x, y}) != other.accessible({x, y});
    }
  }
  EXPECT_GT(differ, 100);
}

TEST(CarpetSurface, MeanOccupancyIsThatOfTheGenerators) {
  for (const double occupancy : {0.093, 0.35, 0.59}) {
    const surface ground(built_in_generators(occupancy), 3, 21, 1);
    const double share = static_cast<double>(ground.accessible_sites()) /
                         static_cast<double>(ground.side() * ground.side());
    EXPECT_NEAR(share, mean_occupancy(ground.generators(), 3), 0.03 * occupancy);
  }
}

/// Accessible sites that can be walked to from a site.
std::int64_t component(const surface& ground, site from) {
  bitmap seen(ground.side(), ground.side());
  std::queue<site> border;
  std::int64_t count = 0;
  const auto visit = [&](site at) {
    if (!ground.accessible(at) || seen(at.x, at.y)) return;
    seen.set(at.x, at.y);
    ++count;
    border.push(at);
  };
  visit(from);
  for (; !border.empty(); border.pop()) {
    const site at = border.front();
    visit({at.x - 1, at.y});
    visit({at.x + 1, at.y});
    visit({at.x, at.y - 1});
    visit({at.x, at.y + 1});
  }
  return count;
}

TEST(CarpetSurface, BuiltInIteratorsAreConnected) {
  for (const double occupancy : {0.093, 0.35, 0.59}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const surface ground(built_in_generators(occupancy), 3, 1, seed);
      const auto start = ground.nearest_accessible(ground.centre());
      ASSERT_TRUE(start);
      EXPECT_EQ(component(ground, *start), ground.accessible_sites())
          << occupancy << " seed " << seed;
    }
  }
}

TEST(CarpetSurface, NearestAccessibleSite) {
  const surface ground(parse(sierpinski), 3, 1,
                       1);  // a hole of 9 x 9 sites about the centre 13, 13
  EXPECT_EQ(ground.nearest_accessible({0, 0}), (site{0, 0}));
  EXPECT_EQ(ground.nearest_accessible({13, 13}), (site{13, 8}));
  EXPECT_EQ(ground.nearest_accessible({10, 16}), (site{8, 16}));
  const surface closed(parse("#.\n..\n\n..\n..\n"), 1, 1, 2);
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const surface one(parse("#.\n..\n\n..\n..\n"), 1, 1, seed);
    EXPECT_EQ(one.nearest_accessible({1, 1}).has_value(), one.accessible_sites() > 0);
  }
}

TEST(CarpetSurface, TooLargeIsRefused) {
  EXPECT_THROW(surface(parse(sierpinski), 11, 1, 1), retime::bad_input);
  EXPECT_THROW(surface(parse(sierpinski), 10, 2, 1), retime::bad_input);
  EXPECT_NO_THROW(surface(parse(sierpinski), 10, 1, 1));
}

}  // namespace
}  // namespace carpet
