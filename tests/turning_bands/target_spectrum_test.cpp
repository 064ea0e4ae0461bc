// The spectrum that a field is to have.
#include "kernels/turning_bands/target_spectrum.h"

#include <gtest/gtest.h>

#include "tests/turning_bands/targets.h"

namespace turning_bands {
namespace {

target_spectrum spectrum_at(const target& wanted) {
  return spectrum_of(wanted, make_line_model(wanted, 500), 0.01, 5);
}

/// By what a line has, S_1D the power of a mode over 2 pi a sample: S_1D = 2 pi k^2 S_3D, where
/// 4 pi / 6 is printed, and P = (2 pi)^3 S_3D.
TEST(TurningBandsTargetSpectrum, IsThatOfTheLines) {
  for (const auto& wanted :
       {of_power_law(-2, correction::none, 4), of_power_law(-3), of_spectrum("k6_exp", 3, 2),
        of_power_law(-1, correction::compression), of_power_law(-3, correction::compression, 2),
        of_covariance("gaussian", 3, 2), of_spectrum("von_karman", 10, 1)}) {
    const auto model = make_line_model(wanted, 2000);
    const auto spectrum = spectrum_of(wanted, model, 0.01, 5);
    for (const std::size_t j : {40u, 80u, 110u}) {
      const double samples = wanted.resolution * model.compression;  // a cell
      const double k = frequency(model, j) * samples;
      const double density = model.power[j] / (2 * pi * samples);
      EXPECT_NEAR(spectrum.power(k) / (4 * pi * pi * density / (k * k)), 1, 0.01) << k;
    }
  }
}

TEST(TurningBandsTargetSpectrum, OfWhiteLinesIsTwoPiOverKSquared) {
  const auto spectrum = spectrum_at(of_power_law(-2));
  for (const double k : {0.01, 0.3, 3.0}) EXPECT_NEAR(spectrum.power(k) * k * k, 2 * pi, 1e-9);
  EXPECT_EQ(spectrum.power(0), 0);
}

/// A plane's values have the covariance of the whole: exp(-(r/a)^2) has pi a^2 exp(-(ka)^2/4) in
/// two dimensions and sqrt(pi) a exp(-(ka)^2/4) in one.
TEST(TurningBandsTargetSpectrum, OfASliceIsThatOfItsCovariance) {
  const target wanted = of_covariance("gaussian", 4, 1);
  const auto whole = spectrum_of(wanted, make_line_model(wanted, 500), 0.01, 50);
  const auto plane = slice_of(whole, 1, 5), row = slice_of(whole, 2, 5);
  for (const double k : {0.02, 0.3, 1.0, 1.5}) {
    const double bell = std::exp(-4 * k * k);
    EXPECT_NEAR(plane.power(k) / (16 * pi * bell), 1, 1e-3) << k;
    EXPECT_NEAR(row.power(k) / (4 * std::sqrt(pi) * bell), 1, 1e-3) << k;
  }
  EXPECT_NEAR(plane.power(0) / (16 * pi), 1, 1e-3);
}

/// 1/k^2 in a ball of radius 3.
TEST(TurningBandsTargetSpectrum, OfASliceEndsWhereTheWholeDoes) {
  target_spectrum ball{.first = std::log(0.01), .step = std::log(300) / 4095, .values = {}};
  for (int i = 0; i < target_spectrum_points; ++i)
    ball.values.push_back(-2 * (ball.first + i * ball.step));
  const auto plane = slice_of(ball, 1, 5), row = slice_of(ball, 2, 5);
  for (const double k : {0.05, 0.7, 2.5}) {
    EXPECT_NEAR(plane.power(k), std::atan(std::sqrt(9 - k * k) / k) / (pi * k), 1e-3 / k) << k;
    EXPECT_NEAR(row.power(k), std::log(3 / k) / (2 * pi), 1e-3) << k;
  }
  EXPECT_LT(plane.power(3.1), 1e-300);
}

/// 4 pi times the integral of C(r) r sin(kr) / k, by Simpson's rule.
double three_dimensional(const curve& covariance, double k, double reach) {
  constexpr int intervals = 20000;
  const double width = reach / intervals;
  double sum = 0;
  for (int i = 1; i < intervals; ++i) {
    const double r = i * width;
    sum += (i % 2 ? 4 : 2) * covariance(r) * r * std::sin(k * r) / k;
  }
  return 4 * pi * sum * width / 3;
}

TEST(TurningBandsTargetSpectrum, OfACovarianceIsItsTransform) {
  const tests::scratch_folder folder;
  const curve bell = [](double r) { return std::exp(-r * r / 16); };
  const auto gaussian = spectrum_at(of_covariance("gaussian", 4, 1));
  const auto exponential = spectrum_at(of_covariance("exponential", 2, 1));
  const auto table = spectrum_at(of_covariance(table_of(folder, bell, 0.2, 121), 99, 2));
  for (const double k : {0.02, 0.1, 0.5, 1.0}) {
    const double expected = three_dimensional(bell, k, 50);
    const double peak = three_dimensional([](double r) { return std::exp(-r / 2); }, k, 80);
    EXPECT_NEAR(gaussian.power(k) / expected, 1, 1e-5) << k;
    EXPECT_NEAR(table.power(k) / expected, 1, 0.003) << k;
    EXPECT_NEAR(exponential.power(k) / peak, 1, 1e-5) << k;
  }
  EXPECT_NEAR(gaussian.at_zero, std::pow(4 * std::sqrt(pi), 3), 1e-9);
  EXPECT_NEAR(table.at_zero / gaussian.at_zero, 1, 0.003);
}

}  // namespace
}  // namespace turning_bands
