// Several steps a pass: which passes make a walk, and where strips begin. What they leave out or
// read beyond their array is seen in answers (ours_test.cpp).
#include "kernels/carpet/strips.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

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

TEST(CarpetStrips, HaveWholeRowsOfALaneAndIndicesOfTheLongestWalk) {
  constexpr int longest = 23000;  // largest_steps of the variants
  for (const window& reach :
       {window{-longest, longest, -longest, longest}, {-3, 23, -1, 25}, {-57, 111, -64, 131}}) {
    for (const int sites : {1, 2, 4}) {
      const plane_shape plane(reach, around_strips(sites));
      const strip_pass pass(reach, sites, 16 * sites, 131, 8);
      EXPECT_EQ((pass.x_first + plane.start_column) % sites, 0);
      EXPECT_EQ(plane.pitch % 32, 0);
      EXPECT_LE(plane.sites(), std::numeric_limits<int>::max());
    }
  }
}

}  // namespace
}  // namespace carpet
