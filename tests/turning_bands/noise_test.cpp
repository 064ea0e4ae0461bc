// The random numbers that lines are made of.
#include "kernels/turning_bands/noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace turning_bands {
namespace {

constexpr int draws = 200'000;

/// Each of unit moments E x^2 = 1/2, E x^4 = 3/4, and nothing in common with its neighbours.
TEST(TurningBandsNoise, ModesAreNormalAndIndependent) {
  double square[2] = {}, fourth[2] = {}, mean[2] = {}, common[4] = {};
  for (int i = 0; i < draws; ++i) {
    const noise_key key{5, 17};
    const auto [re, im] = gaussian_mode(key, i / 500, i % 500);
    const auto next_mode = gaussian_mode(key, i / 500, i % 500 + 1);
    const auto next_line = gaussian_mode(key, i / 500 + 1, i % 500);
    const double other[] = {im, next_mode.first, next_line.first, next_mode.second};
    for (int o = 0; o < 4; ++o) common[o] += re * other[o] / draws;
    for (const int part : {0, 1}) {
      const double x = part ? im : re;
      mean[part] += x / draws;
      square[part] += x * x / draws;
      fourth[part] += x * x * x * x / draws;
    }
  }
  const double root = std::sqrt(draws);
  for (const int part : {0, 1}) {
    EXPECT_NEAR(mean[part], 0, 5 * std::sqrt(0.5) / root);
    EXPECT_NEAR(square[part], 0.5, 5 * std::sqrt(0.5) / root);
    EXPECT_NEAR(fourth[part], 0.75, 5 * std::sqrt(105 / 16. - 9 / 16.) / root);
  }
  for (const double covariance : common) EXPECT_NEAR(covariance, 0, 5 * 0.5 / root);
}

TEST(TurningBandsNoise, LinesAreNumberedThroughAllFields) {
  const auto here = gaussian_mode({3, 0}, 12, 4), there = gaussian_mode({3, 10}, 2, 4);
  EXPECT_EQ(here.first, there.first);
  EXPECT_EQ(here.second, there.second);
  int alike = 0, other_seed = 0;
  for (int i = 0; i < 1000; ++i) {
    alike += pulses_at({3, 0}, 12, i) == pulses_at({3, 10}, 2, i);
    other_seed += pulses_at({3, 0}, 12, i) == pulses_at({4, 0}, 12, i);
  }
  EXPECT_EQ(alike, 1000);
  EXPECT_LT(other_seed, 500);
}

/// The difference of two Poisson numbers of mean 1/2: e^-1 I_|x|(1) of them are x.
TEST(TurningBandsNoise, PulsesAreThoseOfPoisson) {
  std::vector<double> seen(41);
  double common = 0;
  for (int i = 0; i < draws; ++i) {
    const int sum = pulses_at({9, 3}, i / 1000, i % 1000);
    ASSERT_LE(std::abs(sum), 20);
    seen[20 + sum] += 1.0 / draws;
    common += 1.0 * sum * pulses_at({9, 3}, i / 1000, i % 1000 + 1) / draws;
  }
  for (int x = -20; x <= 20; ++x) {
    const double chance = std::exp(-1.0) * std::cyl_bessel_i(std::abs(x), 1.0);
    EXPECT_NEAR(seen[20 + x], chance, 5 * std::sqrt(chance / draws) + 5.0 / draws) << x;
  }
  EXPECT_NEAR(common, 0, 5 / std::sqrt(draws));
}

}  // namespace
}  // namespace turning_bands
