// Pi is pi, and an interval holds it as often as it says.
#include <gtest/gtest.h>

#include <numbers>

#include "kernels/replications/estimate.h"
#include "kernels/replications/pi.h"
#include "tests/replications/experiments.h"

namespace replications {
namespace {

constexpr double right = std::numbers::pi;
/// That of a point, which counts 4 or 0.
const double deviation = std::sqrt(right * (4 - right));

TEST(ReplicationsPi, IsPiByEveryGenerator) {
  constexpr int draws = 100'000, replications = 50;
  for (const auto generator : {generator_kind::taus88, generator_kind::xorwow,
                               generator_kind::philox, generator_kind::mwc64x}) {
    const auto run = replications_of<pi>({draws}, replications, 3, generator);
    const auto [mean, spread, error] = describe(run.values);
    EXPECT_NEAR(mean, right, 4 * error) << static_cast<int>(generator);
    // Replications that were alike would spread less, or not at all.
    EXPECT_NEAR(spread * std::sqrt(draws) / deviation, 1, 4 / std::sqrt(2.0 * replications));
  }
}

/// An error of 2e-4 over all experiments. Bounds of 4 standard deviations: right code fails in less
/// than one of 10^4 choices of seeds.
TEST(ReplicationsPi, IsHeldByIntervalsAsOftenAsTheySay) {
  constexpr int experiments = 4000, replications = 30, draws = 500;
  int held = 0, held_by_normal_law = 0;
  double sum = 0;
  for (int seed = 0; seed < experiments; ++seed) {
    const auto run = replications_of<pi>({draws}, replications, seed);
    const auto [mean, low, high] = mean_interval(run.values, 0.95);
    const double normal_half = 1.96 * describe(run.values).error;
    held += low <= right && right <= high;
    held_by_normal_law += std::abs(mean - right) <= normal_half;
    sum += mean;
  }
  EXPECT_NEAR(sum / experiments, right,
              4 * deviation / std::sqrt(1.0 * experiments * replications * draws));
  EXPECT_NEAR(held, 0.95 * experiments, 4 * std::sqrt(0.95 * 0.05 * experiments));
  const double missed = (0.95 - 0.9403) * experiments;
  EXPECT_NEAR(held - held_by_normal_law, missed, 4 * std::sqrt(missed));
}

/// Corners of the square: words of no and of all bits.
TEST(ReplicationsPi, PointsAreInTheSquareAndCountedExactly) {
  stuck corner{0}, far{~word{0}}, just_in{0xb504f332}, just_out{0xb504f334};
  EXPECT_EQ(replicate<pi>({9}, corner)[0], 4);
  EXPECT_EQ(replicate<pi>({9}, far)[0], 0);
  // x = y = sqrt(1/2): 2^31 sqrt(1/2) = 1518500249.99
  EXPECT_EQ(replicate<pi>({9}, just_in)[0], 4);
  EXPECT_EQ(replicate<pi>({9}, just_out)[0], 0);
}

}  // namespace
}  // namespace replications
