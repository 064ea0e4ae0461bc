// Walkers are evenly spread over the chunks of the torus if the generator is good and the walk is
// long enough, and chi-square sees it where the walk is not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/replications/estimate.h"
#include "kernels/replications/walk.h"
#include "tests/replications/experiments.h"

namespace replications {
namespace {

constexpr walk::parameters usual{1000, 24, 20, 4};

double p_value(const walk::parameters& parameters, std::int64_t walkers, std::uint64_t seed,
               generator_kind generator = generator_kind::taus88) {
  const auto run = replications_of<walk>(parameters, walkers, seed, generator);
  const auto test = test_uniform(run.values, parameters.chunks());
  EXPECT_EQ(test.degrees_of_freedom, parameters.chunks() - 1);
  return test.p_value;
}

/// p-values of 100 seeds against the uniform law, by Kolmogorov's test at 10^-4.
TEST(ReplicationsWalk, WalkersAreEvenlySpread) {
  ASSERT_EQ(usual.chunks(), 30);
  constexpr int seeds = 100;
  std::vector<double> p_values;
  for (int seed = 0; seed < seeds; ++seed) p_values.push_back(p_value(usual, 500, seed));
  std::ranges::sort(p_values);
  EXPECT_GT(p_values.front(), 1e-6);
  double furthest = 0;
  for (int i = 0; i < seeds; ++i)
    furthest = std::max({furthest, p_values[i] - i / 100.0, (i + 1) / 100.0 - p_values[i]});
  EXPECT_LT(furthest, std::sqrt(std::log(2 / 1e-4) / (2 * seeds)));
}

TEST(ReplicationsWalk, WalkersAreEvenlySpreadByEveryGenerator) {
  for (const auto generator :
       {generator_kind::xorwow, generator_kind::philox, generator_kind::mwc64x})
    EXPECT_GT(p_value(usual, 5000, 1, generator), 1e-4) << static_cast<int>(generator);
}

/// 30 chunks as well. Around the start walkers are still a tenth denser than on average, which a
/// thousand of them do not show.
TEST(ReplicationsWalk, AMapOf60By50IsNotMixedAfter1000Steps) {
  const walk::parameters large{1000, 60, 50, 10};
  ASSERT_EQ(large.chunks(), 30);
  EXPECT_LT(p_value(large, 30000, 1), 1e-20);
  EXPECT_GT(p_value(usual, 30000, 1), 1e-4);
}

TEST(ReplicationsWalk, AWalkOf20StepsIsNotMixed) {
  EXPECT_LT(p_value({20, 24, 20, 4}, 1000, 1), 1e-50);
}

}  // namespace
}  // namespace replications
