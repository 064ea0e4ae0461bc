// The spectrum that a field is to have.
#include "kernels/turning_bands/target_spectrum.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/scratch_folder.h"
#include "tests/turning_bands/targets.h"

namespace turning_bands {
namespace {

target_spectrum spectrum_at(const target& wanted) {
  return spectrum_of(wanted, make_line_model(wanted, 500), 0.01, 5);
}

/// By what a line has: P(k) = 4 pi^2 S_1D(k) / k^2, S_1D the power of a mode over 2 pi a sample.
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

TEST(TurningBandsTargetSpectrum, OfACovarianceIsItsTransform) {
  const auto gaussian = spectrum_at(of_covariance("gaussian", 4, 1));
  const auto exponential = spectrum_at(of_covariance("exponential", 2, 1));
  for (const double k : {0.02, 0.1, 0.5, 1.0}) {
    const double bell = three_dimensional([](double r) { return std::exp(-r * r / 16); }, k, 50);
    const double peak = three_dimensional([](double r) { return std::exp(-r / 2); }, k, 80);
    EXPECT_NEAR(gaussian.power(k) / bell, 1, 1e-5) << k;
    EXPECT_NEAR(exponential.power(k) / peak, 1, 1e-5) << k;
  }
  EXPECT_NEAR(gaussian.at_zero, std::pow(4 * std::sqrt(pi), 3), 1e-9);
}

TEST(TurningBandsTargetSpectrum, OfATableIsThatOfItsFunction) {
  const tests::scratch_folder folder;
  std::string rows;
  for (int i = 0; i <= 120; ++i)
    rows += fmt::format("{} {:.17g}\n", i * 0.2, 3 * std::exp(-i * 0.2 * i * 0.2 / 16));
  const auto named = of_covariance("gaussian", 4, 2);
  const auto table = of_covariance(folder.write("C.txt", rows), 99, 2);
  const auto expected = make_line_model(named, 200).line_covariance();
  const auto model = make_line_model(table, 200);
  const auto found = model.line_covariance();
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], 3 * expected[i], 1e-4) << i;
  EXPECT_LT(model.clipped, 1e-5);
  const auto right = spectrum_at(named), seen = spectrum_at(table);
  for (const double k : {0.01, 0.1, 0.5, 1.0})
    EXPECT_NEAR(seen.power(k) / right.power(k), 3, 0.01) << k;
  EXPECT_NEAR(seen.at_zero / right.at_zero, 3, 0.01);
}

}  // namespace
}  // namespace turning_bands
