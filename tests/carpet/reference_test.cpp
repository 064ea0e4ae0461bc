// The reference against results known without it: closed forms and laws of the walk.
#include "kernels/carpet/reference.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/carpet/distribution.h"
#include "kernels/support/bad_input.h"
#include "tests/carpet/walks.h"

namespace carpet {
namespace {

double binomial(int n, int k) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1));
}

TEST(CarpetReference, OpenPlaneIsAProductOfBinomials) {
  for (const int steps : {1, 2, 7, 24, 150}) {  // the last over several tiles
    const problem open = make_problem(walk(steps, all_open));
    const distribution end = reference(open);
    const auto along = [&](int diagonal) {
      return binomial(steps, (steps + diagonal) / 2) / std::pow(2.0, steps);
    };
    std::size_t index = 0;
    for (int y = -steps; y <= steps; ++y) {
      for (int x = -(steps - std::abs(y)); x <= steps - std::abs(y); ++x) {
        const double expected = (steps + x + y) % 2 != 0 ? 0 : along(x + y) * along(x - y);
        EXPECT_NEAR(end.p.at(index++), expected, 1e-13);
      }
    }
    EXPECT_EQ(index, end.p.size());
    EXPECT_NEAR(mean_square_displacement(open, end), steps, 1e-11 * steps);
  }
}

TEST(CarpetReference, AHundredThousandStepsKeepTheSum) {
  const problem island = walled(100000, plus, 2, 1);
  const distribution end = reference(island);
  EXPECT_NEAR(total_probability(island, end), 1, 1e-14);
  // A closed island forgets where the walk began.
  ASSERT_EQ(end.p.size(), 81u);
  for (const double p : end.p) EXPECT_NEAR(p, 1.0 / 81, 1e-12);
}

TEST(CarpetProblem, SurfaceHoldsTheWholeReach) {
  for (const int steps : {1, 50, 62, 63, 200}) {
    const problem problem = make_problem(walk(steps, built_in_generators(0.093)));
    EXPECT_EQ(problem.reach.width(), 2 * steps + 1);
    EXPECT_EQ(problem.reach.height(), 2 * steps + 1);
    EXPECT_EQ(problem.ground->side() / 125 % 2, 1);
  }
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    parameters parameters = walk(60, built_in_generators(0.093));
    parameters.random_start = true;
    parameters.seed = seed;
    const problem problem = make_problem(parameters);
    EXPECT_EQ(problem.reach.width(), 121);
    EXPECT_EQ(problem.reach.height(), 121);
    EXPECT_TRUE(problem.accessible(0, 0));
  }
}

TEST(CarpetProblem, StartIsTheNearestAccessibleSiteAndMustLieOnTheSurface) {
  parameters parameters = walk(5, sierpinski);
  parameters.across = 1;
  EXPECT_EQ(make_problem(parameters).start, (site{13, 8}));
  parameters.start = site{4, 4};
  EXPECT_EQ(make_problem(parameters).start, (site{4, 2}));
  parameters.start = site{27, 0};
  EXPECT_THROW(check(parameters), retime::bad_input);
  parameters.start = site{0, -1};
  EXPECT_THROW(check(parameters), retime::bad_input);
}

TEST(CarpetProblem, WorkIsTheSpecifications) {
  for (const int steps : {1, 2, 9, 40}) {
    const double s = steps;
    const problem open = make_problem(walk(steps, all_open));
    EXPECT_EQ(open.diamond_visits(steps), s * (2 * s * s + 6 * s + 7) / 3);
    EXPECT_EQ(open.diamond_visits(steps - 1), open.diamond_visits(steps) - (2 * s * s + 2 * s + 1));
    EXPECT_EQ(open.least_updates, open.diamond_visits(steps));
    EXPECT_EQ(open.sites_within(steps), 2 * s * s + 2 * s + 1);
  }
  const problem island = walled(30, all_open, 3, 1);  // 8 x 8 sites, all reached after 8 steps
  double visits = 0;
  for (int s = 1; s <= 30; ++s) {
    EXPECT_EQ(island.sites_within(s), island.diamond_visits(s) - island.diamond_visits(s - 1));
    for (int y = island.reach.y_min; y <= island.reach.y_max; ++y) {
      for (int x = island.reach.x_min; x <= island.reach.x_max; ++x)
        visits += std::abs(x) + std::abs(y) <= s;
    }
  }
  EXPECT_EQ(island.diamond_visits(30), visits);
  EXPECT_EQ(island.least_updates, visits);
}

TEST(CarpetDistribution, DifferencesAreRelativeAndSeeNaN) {
  EXPECT_EQ(greatest_difference({{0.5, 0.25}}, {{0.5, 0.5}}), 0.5);
  EXPECT_EQ(greatest_difference_of_a_site({{0.5, 0.75, 0}}, {{0.5, 0.5, 0}}), 0.5);
  EXPECT_TRUE(std::isinf(greatest_difference_of_a_site({{0.5, 1e-30}}, {{0.5, 0}})));
  for (const auto difference : {greatest_difference, greatest_difference_of_a_site}) {
    EXPECT_TRUE(std::isnan(difference({{0.5, std::nan("")}}, {{0.5, 0.5}})));
    EXPECT_TRUE(std::isnan(difference({{0.5}}, {{0.5, 0.5}})));
  }
}

}  // namespace
}  // namespace carpet
