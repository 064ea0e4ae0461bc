// Carpets: what is built from generators, and that it is the same however it is asked for.
#include "kernels/carpet/surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>

#include "kernels/support/bad_input.h"
#include "tests/carpet/walks.h"

namespace carpet {
namespace {

generator_set parse(const char* text) { return parse_generators(text, "test"); }

bitmap whole(const surface& ground) {
  return ground.window({0, 0}, {ground.side() - 1, ground.side() - 1});
}

TEST(CarpetSurface, WindowsAndCountAgree) {
  const surface ground(built_in_generators(0.35), 3, 3, 5);
  const bitmap all = whole(ground), part = ground.window({100, 37}, {170, 260});
  std::int64_t count = 0;
  for (std::int64_t y = 0; y < ground.side(); ++y) count += all.count(y, 0, ground.side() - 1);
  EXPECT_EQ(count, ground.accessible_sites());
  for (std::int64_t y = 0; y < part.height(); ++y) {
    for (std::int64_t x = 0; x < part.width(); ++x) ASSERT_EQ(part(x, y), all(x + 100, y + 37));
  }
}

TEST(CarpetSurface, SeedDecidesAndLargerSurfacesOnlyAdd) {
  const generator_set set = built_in_generators(0.093);
  const bitmap small = whole({set, 3, 1, 9}), large = whole({set, 3, 5, 9}),
               other = whole({set, 3, 1, 10});
  int differ = 0;
  for (std::int64_t y = 0; y < 125; ++y) {
    for (std::int64_t x = 0; x < 125; ++x) {
      ASSERT_EQ(small(x, y), large(x + 250, y + 250));
      differ += small(x, y) != other(x, y);
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

TEST(CarpetSurface, NearestAccessibleSite) {
  // A hole of 9 x 9 sites about the centre 13, 13; of 81 x 81 about 121, 121.
  const surface ground(parse(sierpinski), 3, 1, 1), larger(parse(sierpinski), 5, 1, 1);
  EXPECT_EQ(ground.nearest_accessible({0, 0}), (site{0, 0}));
  EXPECT_EQ(ground.nearest_accessible({13, 13}), (site{13, 8}));
  EXPECT_EQ(ground.nearest_accessible({10, 16}), (site{8, 16}));
  EXPECT_EQ(larger.nearest_accessible({121, 121}), (site{121, 80}));
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const surface sparse(parse("#.\n..\n\n..\n..\n"), 1, 1, seed);
    EXPECT_EQ(sparse.nearest_accessible({1, 1}).has_value(), sparse.accessible_sites() > 0);
  }
}

TEST(CarpetSurface, RandomSitesAreAccessibleAndOfEqualChance) {
  std::map<std::pair<std::int64_t, std::int64_t>, int> times;
  constexpr int draws = 9000;
  for (std::uint64_t seed = 1; seed <= draws; ++seed) {
    const auto [x, y] = surface(parse(plus), 1, 3, seed).random_accessible().value();
    ++times[{x - 5, y - 5}];
    EXPECT_EQ(surface(parse(plus), 1, 5, seed).random_accessible(), (site{x + 5, y + 5}));
  }
  ASSERT_EQ(times.size(), 9u);
  for (const auto& [at, count] : times) {
    EXPECT_TRUE(at.first == 2 || at.second == 2);
    EXPECT_NEAR(count, draws / 9, 5 * std::sqrt(draws / 9));
  }
  EXPECT_FALSE(surface(parse("#.\n..\n\n..\n..\n"), 12, 1, 1).random_accessible());
}

TEST(CarpetSurface, TooLargeIsRefused) {
  EXPECT_THROW(surface(parse(sierpinski), 11, 1, 1), retime::bad_input);
  EXPECT_THROW(surface(parse(sierpinski), 10, 2, 1), retime::bad_input);
  EXPECT_NO_THROW(surface(parse(sierpinski), 10, 1, 1));
}

}  // namespace
}  // namespace carpet
