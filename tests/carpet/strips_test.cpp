// Several steps a pass: which passes make a walk, and where strips lie. What they leave out is
// seen in answers (ours_test.cpp).
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

/// Rows of lanes begin at whole words, and all of them lie in their row of the array, whose indices
/// are ints.
template <int Sites, int Steps>
void expect_in_its_rows(const window& reach) {
  using cut = strip<Sites, Steps>;
  const plane_shape plane(reach, around_strips(Sites));
  const strip_pass pass(reach, Sites, cut::columns, 23000, 8);
  const int overlap = cut::overlap_lanes * Sites;
  const int left = pass.x_first - overlap + plane.start_column;
  EXPECT_TRUE(left >= 0 && left % Sites == 0 && plane.pitch % 32 == 0);
  EXPECT_LE(left + pass.strips * cut::columns + 2 * overlap, plane.pitch);
  EXPECT_LE(plane.sites(), std::numeric_limits<int>::max());
}

TEST(CarpetStrips, LieInTheirRows) {
  constexpr int longest = 23000;  // largest_steps of the variants
  for (int width = 1; width <= 131; ++width) {
    for (const window& reach :
         {window{0, width, -1, 1}, {-width, 3, -1, 25}, {-longest, longest, -longest, longest}}) {
      expect_in_its_rows<1, 8>(reach);
      expect_in_its_rows<2, 4>(reach);
      expect_in_its_rows<4, 1>(reach);
      expect_in_its_rows<4, 8>(reach);
    }
  }
}

}  // namespace
}  // namespace carpet
