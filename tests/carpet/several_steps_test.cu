// Several steps in a pass: which passes, how the plane is cut, and that the result is the
// reference's in every bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "kernels/carpet/reference.h"
#include "kernels/carpet/several_steps.cuh"
#include "tests/carpet/walks.h"
#include "tests/thorough.h"
#include "variants/kit/captured_run.h"

namespace carpet {
namespace {

TEST(CarpetPasses, TakeAllStepsAndEndInTheArrayOfTheirNumber) {
  EXPECT_EQ(passes_of(11, 8), (std::vector{1, 2, 8}));
  EXPECT_EQ(passes_of(8, 8), (std::vector{4, 4}));
  EXPECT_EQ(passes_of(2, 8), (std::vector{1, 1}));
  EXPECT_EQ(passes_of(24, 8), (std::vector{4, 4, 8, 8}));
  for (const int most : {1, 2, 4, 8}) {
    for (int steps = 1; steps <= 100; ++steps) {
      const std::vector<int> passes = passes_of(steps, most);
      EXPECT_TRUE(std::ranges::is_sorted(passes) && passes.back() <= most);
      int sum = 0, fewest = steps / most + std::popcount(unsigned(steps % most));
      for (const int each : passes) sum += each;
      const auto count = static_cast<int>(passes.size());
      EXPECT_EQ(sum, steps);
      EXPECT_EQ(count % 2, steps % 2) << steps << " by " << most;
      EXPECT_TRUE(count == fewest || count == fewest + 1) << steps << " by " << most;
    }
  }
}

TEST(CarpetPasses, NeedNoPowersOfTwo) {
  EXPECT_EQ(passes_of(11, 6), (std::vector{1, 1, 1, 2, 6}));
  for (const int most : {3, 5, 6, 12, 50}) {
    for (int steps = 1; steps <= 100; ++steps) {
      const std::vector<int> passes = passes_of(steps, most);
      EXPECT_TRUE(std::ranges::is_sorted(passes) && passes.front() >= 1 && passes.back() <= most);
      EXPECT_EQ(std::accumulate(passes.begin(), passes.end(), 0), steps) << most;
      EXPECT_EQ(static_cast<int>(passes.size()) % 2, steps % 2) << steps << " by " << most;
    }
  }
}

/// Reaches without walls, and of surfaces that are smaller than the diamond, on all sides or some.
std::vector<window> reaches() {
  return {{-1, 1, -1, 1},    {-40, 40, -40, 40},  {-131, 131, -131, 131},
          {0, 0, 0, 0},      {-3, 23, -1, 25},    {-60, 4, -131, 2},
          {-131, 0, 0, 131}, {-113, 112, -9, 80}, {-57, 111, -64, 131}};
}

/// Calls use.operator()<Sites, Steps>() for all that are compiled.
template <class Use>
void for_each_strip(Use use) {
  const auto with_sites = [&]<int Sites>() {
    use.template operator()<Sites, 1>();
    use.template operator()<Sites, 2>();
    use.template operator()<Sites, 4>();
    use.template operator()<Sites, 8>();
  };
  with_sites.template operator()<1>();
  with_sites.template operator()<2>();
  with_sites.template operator()<4>();
}

TEST(CarpetStrips, CoverTheDiamondOnce) {
  for_each_strip([]<int Sites, int Steps>() {
    constexpr int columns = strip<Sites, Steps>::columns;
    for (const window& reach : reaches()) {
      for (const auto& [radius, rows] : {std::pair{1, 64}, {40, 8}, {97, 16}, {131, 128}}) {
        const strip_pass pass(reach, Sites, columns, radius, rows);
        std::map<std::pair<int, int>, int> written;
        for (int i = 0; i < pass.strips; ++i) {
          const int left = pass.x_first + i * columns;
          for (int k = 0; k < pass.blocks; ++k) {
            const auto [first, end] = pass.rows_of(k, left, left + columns - 1);
            for (int y = first; y < end; ++y)
              for (int x = left; x < left + columns; ++x) ++written[{x, y}];
          }
        }
        for (const auto& [site, times] : written) {
          ASSERT_EQ(times, 1);
          ASSERT_TRUE(site.second >= reach.y_min && site.second <= reach.y_max);
          ASSERT_LE(std::abs(site.second), radius);
        }
        for (int y = reach.y_min; y <= reach.y_max; ++y) {
          const auto wanted = columns_of(reach, y, radius);
          for (int x = wanted.first; x <= wanted.last; ++x)
            ASSERT_EQ((written.count({x, y})), 1u) << x << ", " << y << " of " << radius;
        }
      }
    }
  });
}

TEST(CarpetStrips, LieInTheirArrayWithAllThatTheyRead) {
  for_each_strip([]<int Sites, int Steps>() {
    using cut = strip<Sites, Steps>;
    for (const window& reach : reaches()) {
      const strip_plane plane(reach, Sites);
      const strip_pass pass(reach, Sites, cut::columns, 131, 8);
      const int left = pass.x_first - cut::overlap_lanes * Sites;
      EXPECT_GE(left + plane.start_column, 0);
      EXPECT_EQ((left + plane.start_column) % Sites, 0);
      EXPECT_LE(
          left + pass.strips * cut::columns + 2 * cut::overlap_lanes * Sites + plane.start_column,
          plane.pitch);
      EXPECT_EQ(plane.pitch % 32, 0);
      EXPECT_GE(pass.y_first - Steps + plane.start_row, 0);
      // A block ends with whole turns of rows_ahead rows, and has fetched as many but two since.
      const int rows = pass.y_last + 1 - pass.y_first + 2 * Steps;
      const int taken = (rows + rows_ahead - 1) / rows_ahead * rows_ahead;
      EXPECT_LT(pass.y_first - Steps + taken + rows_ahead - 2 + plane.start_row, plane.rows);
      EXPECT_EQ(plane.sites(), std::int64_t{plane.pitch} * plane.rows);
    }
  });
}

TEST(CarpetStrips, HaveIndicesOfTheLongestWalk) {
  constexpr int steps = 23000;  // largest_steps of the variants
  for (const int sites : {1, 2, 4}) {
    const strip_plane plane({-steps, steps, -steps, steps}, sites);
    EXPECT_LE(plane.sites(), std::numeric_limits<int>::max());
  }
}

/// The last `steps` steps from a random state.
problem last_steps(problem walk, int steps, bool in_double) {
  walk.first_step = walk.steps - steps + 1;
  walk.in_double = in_double;
  return walk;
}

struct cut_into {
  int steps_per_pass, rows;
  std::vector<int> ends{};  ///< of the parts that it takes them in, but the last
};

template <class Real, int Sites>
distribution taken(const problem& last, const cut_into& how) {
  several_steps_walk<Real, Sites> walk(last, how.steps_per_pass, how.rows);
  device::stream queue;
  walk.reset();
  int done = last.first_step - 1;
  for (const int steps : how.ends) {
    walk.advance(queue, done + 1, done + steps);
    done += steps;
  }
  walk.advance(queue, done + 1, last.steps);
  queue.synchronize();
  return walk.collect(last.steps);
}

template <int Sites>
distribution taken(const problem& last, const cut_into& how) {
  return last.in_double ? taken<double, Sites>(last, how) : taken<float, Sites>(last, how);
}

/// In strips of every width, in either precision.
void expect_every_bit(const problem& walk, int steps, const cut_into& how) {
  for (const bool in_double : {false, true}) {
    const problem last = last_steps(walk, steps, in_double);
    const distribution expected = reference(last);
    const auto differs = [&](const distribution& got) {
      return greatest_difference_of_a_site(got, expected);
    };
    const std::string where = std::to_string(walk.steps) + " steps, the last " +
                              std::to_string(steps) + ", " + std::to_string(how.steps_per_pass) +
                              " a pass, " + std::to_string(how.rows) + " rows" +
                              (in_double ? ", double" : "");
    EXPECT_EQ(differs(taken<1>(last, how)), 0) << where;
    EXPECT_EQ(differs(taken<2>(last, how)), 0) << where;
    EXPECT_EQ(differs(taken<4>(last, how)), 0) << where;
  }
}

TEST(CarpetSeveralSteps, AnyNumberOfThemIsRightInEveryBit) {
  const problem short_walk = make_problem(walk(40, built_in_generators(0.35)));
  std::size_t turn = 0;
  for (const int steps : {1, 2, 3, 7, 8, 9, 16, 21, 24, 39}) {
    for (const int most : tests::in_turn<int>({8, 4, 2, 1}, turn++))
      expect_every_bit(short_walk, steps, {most, 16});
  }
}

TEST(CarpetSeveralSteps, SeamsOfStripsAndBlocksDoNotShow) {
  // Several strips of 112 columns, that four sites a lane and eight steps make.
  expect_every_bit(make_problem(walk(187, built_in_generators(0.093))), 11, {8, 24});
  expect_every_bit(make_problem(walk(187, built_in_generators(0.59))), 11, {8, 256});
  const problem open = make_problem(walk(131, all_open));
  expect_every_bit(open, 19, {8, 64});
  expect_every_bit(open, 5, {4, 64});
}

TEST(CarpetSeveralSteps, WallsAreFelt) {
  for (const std::int64_t across : {1, 2, 3}) {
    for (const site start : {site{0, 0}, site{2, 6}, site{6, 3}}) {
      parameters asked = walk(30, sierpinski);
      asked.level = 2;
      asked.across = across;
      asked.start = start;
      const problem walled = make_problem(asked);
      for (const int steps : {6, 19}) expect_every_bit(walled, steps, {8, 8});
    }
  }
  parameters asked = walk(170, two_of_seven);  // two strips wide, and a start in a corner
  asked.across = 1;
  asked.level = 3;
  asked.start = site{3, 340};
  expect_every_bit(make_problem(asked), 12, {8, 32});
}

TEST(CarpetSeveralSteps, PartsMakeNoDifference) {
  const problem short_walk = make_problem(walk(37, built_in_generators(0.59)));
  for (const std::vector<int>& ends : {std::vector{1}, {8}, {8, 8}, {3, 8, 1}, {2, 2, 2, 9}})
    expect_every_bit(short_walk, 26, {8, 64, ends});
}

/// In a graph, advance() is not called at later runs; a look along the walk takes other passes.
TEST(CarpetSeveralSteps, ARunAfterALookAlongTheWalkIsTheSame) {
  for (const int steps : {13, 16, 20}) {
    const problem whole = make_problem(walk(steps, built_in_generators(0.59)));
    for (const bool in_graph : {false, true}) {
      retime::device_runner<distribution, several_steps_walk<double, 2>> walk(
          {.steps = steps, .part = 5, .in_graph = in_graph}, {.steps = {1, 3, 6, steps}}, whole, 8,
          32);
      device::stream queue;
      walk.reset();
      walk.run(queue);
      queue.synchronize();
      const distribution first = walk.answer();
      EXPECT_EQ(greatest_difference(first, reference(whole)), 0);
      walk.reset();
      const auto along = walk.trace(queue).at("mean_square_displacement");
      EXPECT_EQ(along.y.back(), mean_square_displacement(whole, first));
      EXPECT_EQ(along.y[0], whole.neighbours(0, 0) / 4.0);
      walk.reset();
      walk.run(queue);
      queue.synchronize();
      EXPECT_EQ(walk.answer().p, first.p);
    }
  }
}

}  // namespace
}  // namespace carpet
