// Several steps a pass: which passes make a walk, and how strips cut the plane for them.
#include "kernels/carpet/strips.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "kernels/carpet/passes.h"

namespace carpet {
namespace {

TEST(CarpetPasses, TakeAllStepsAndEndInTheArrayOfTheirNumber) {
  EXPECT_EQ(passes_of(11, 8), (std::vector{1, 2, 8}));  // a probe's
  EXPECT_EQ(passes_of(8, 8), (std::vector{4, 4}));
  EXPECT_EQ(passes_of(24, 8), (std::vector{4, 4, 8, 8}));
  EXPECT_EQ(passes_of(11, 6), (std::vector{1, 1, 1, 2, 6}));
  for (const int most : {1, 2, 3, 4, 5, 6, 8, 12, 50}) {
    for (int steps = 1; steps <= 100; ++steps) {
      const std::vector<int> passes = passes_of(steps, most);
      EXPECT_TRUE(std::ranges::is_sorted(passes) && passes.front() >= 1 && passes.back() <= most);
      EXPECT_EQ(std::accumulate(passes.begin(), passes.end(), 0), steps);
      const auto count = static_cast<int>(passes.size());
      EXPECT_EQ(count % 2, steps % 2) << steps << " by " << most;
      if (!std::has_single_bit(static_cast<unsigned>(most))) continue;
      const int fewest = steps / most + std::popcount(static_cast<unsigned>(steps % most));
      EXPECT_TRUE(count == fewest || count == fewest + 1) << steps << " by " << most;
    }
  }
}

/// A pass to step `radius` writes every site of its diamond once, and reads within the array.
template <int Sites, int Steps>
void expect_cut(const window& reach, int radius, int block_rows) {
  using cut = strip<Sites, Steps>;
  const strip_pass pass(reach, Sites, cut::columns, radius, block_rows);
  std::map<std::pair<int, int>, int> written;
  for (int i = 0; i < pass.strips; ++i) {
    const int left = pass.x_first + i * cut::columns;
    for (int k = 0; k < pass.blocks; ++k) {
      const auto [first, end] = pass.rows_of(k, left, left + cut::columns - 1);
      for (int y = first; y < end; ++y)
        for (int x = left; x < left + cut::columns; ++x) ++written[{x, y}];
    }
  }
  for (const auto& [site, times] : written) {
    ASSERT_EQ(times, 1);
    ASSERT_TRUE(site.second >= std::max(reach.y_min, -radius) &&
                site.second <= std::min(reach.y_max, radius));
  }
  for (int y = reach.y_min; y <= reach.y_max; ++y) {
    const columns row = columns_of(reach, y, radius);
    for (int x = row.first; x <= row.last; ++x)
      ASSERT_TRUE(written.contains({x, y})) << x << ", " << y << " of " << radius;
  }

  const plane_shape plane(reach, around_strips(Sites));
  const int read = cut::overlap_lanes * Sites, left = pass.x_first - read + plane.start_column;
  EXPECT_TRUE(left >= 0 && left % Sites == 0 && plane.pitch % 32 == 0);
  EXPECT_LE(left + pass.strips * cut::columns + 2 * read, plane.pitch);
  // A block ends with whole turns of rows_ahead rows, and has fetched as many but two since.
  const int above = pass.y_first - Steps + plane.start_row;
  const int turns = (pass.y_last + 1 - pass.y_first + 2 * Steps + rows_ahead - 1) / rows_ahead;
  EXPECT_GE(above, 0);
  EXPECT_LT(above + turns * rows_ahead + rows_ahead - 2, plane.rows);
}

TEST(CarpetStrips, CoverTheDiamondOnceAndReadWithinTheirArray) {
  // Reaches without walls, and of surfaces that are smaller than the diamond, on all sides or some.
  for (const window& reach : {window{-1, 1, -1, 1},
                              {-131, 131, -131, 131},
                              {0, 0, 0, 0},
                              {-3, 23, -1, 25},
                              {-60, 4, -131, 2},
                              {-131, 0, 0, 131},
                              {-57, 111, -64, 131}}) {
    for (const auto& [radius, rows] : {std::pair{1, 64}, {40, 8}, {97, 16}, {131, 128}}) {
      expect_cut<1, 2>(reach, radius, rows);
      expect_cut<1, 8>(reach, radius, rows);
      expect_cut<2, 1>(reach, radius, rows);
      expect_cut<2, 4>(reach, radius, rows);
      expect_cut<4, 4>(reach, radius, rows);
      expect_cut<4, 8>(reach, radius, rows);
    }
  }
}

TEST(CarpetStrips, HaveIndicesOfTheLongestWalk) {
  constexpr int steps = 23000;  // largest_steps of the variants
  for (const int sites : {1, 2, 4}) {
    const plane_shape plane({-steps, steps, -steps, steps}, around_strips(sites));
    EXPECT_LE(plane.sites(), std::numeric_limits<int>::max());
  }
}

}  // namespace
}  // namespace carpet
