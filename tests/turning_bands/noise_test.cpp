// The random numbers that lines are made of.
#include "kernels/turning_bands/noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace turning_bands {
namespace {

constexpr int noise_draws = 200'000;

/// E x^2 = 1/2, E x^4 = 3/4; nothing in common with other modes, lines and seeds.
TEST(TurningBandsNoise, ModesAreNormalAndIndependent) {
  double square[2] = {}, fourth[2] = {}, common[5] = {};
  for (int i = 0; i < noise_draws; ++i) {
    const auto [re, im] = gaussian_mode({5, 17}, i / 500, i % 500);
    const auto next_mode = gaussian_mode({5, 17}, i / 500, i % 500 + 1);
    const double other[] = {im, next_mode.first, next_mode.second,
                            gaussian_mode({5, 17}, i / 500 + 1, i % 500).first,
                            gaussian_mode({6, 17}, i / 500, i % 500).first};
    for (int o = 0; o < 5; ++o) common[o] += re * other[o] / noise_draws;
    for (const int part : {0, 1}) {
      const double x = part ? im : re;
      square[part] += x * x / noise_draws;
      fourth[part] += x * x * x * x / noise_draws;
    }
  }
  const double root = std::sqrt(noise_draws);
  for (const int part : {0, 1}) {
    EXPECT_NEAR(square[part], 0.5, 5 * std::sqrt(0.5) / root);
    EXPECT_NEAR(fourth[part], 0.75, 5 * std::sqrt(105 / 16. - 9 / 16.) / root);
  }
  for (const double covariance : common) EXPECT_NEAR(covariance, 0, 5 * 0.5 / root);
}

/// The difference of two Poisson numbers of mean 1/2: e^-1 I_|x|(1) of them are x.
TEST(TurningBandsNoise, PulsesAreThoseOfPoisson) {
  std::vector<double> seen(41);
  double common[3] = {};
  for (int i = 0; i < noise_draws; ++i) {
    const int line = i / 1000, sample = i % 1000, sum = pulses_at({9, 3}, line, sample);
    ASSERT_LE(std::abs(sum), 20);
    seen[20 + sum] += 1.0 / noise_draws;
    const int other[] = {pulses_at({9, 3}, line, sample + 1), pulses_at({9, 3}, line + 1, sample),
                         pulses_at({8, 3}, line, sample)};
    for (int o = 0; o < 3; ++o) common[o] += 1.0 * sum * other[o] / noise_draws;
  }
  for (int x = -20; x <= 20; ++x) {
    const double chance = std::exp(-1.0) * std::cyl_bessel_i(std::abs(x), 1.0);
    EXPECT_NEAR(seen[20 + x], chance, 5 * std::sqrt(chance / noise_draws) + 5.0 / noise_draws) << x;
  }
  for (const double covariance : common) EXPECT_NEAR(covariance, 0, 5 / std::sqrt(noise_draws));
}

}  // namespace
}  // namespace turning_bands
