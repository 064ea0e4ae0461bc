// The power of lines is what gives the field its spectrum or covariance.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

#include "tests/scratch_folder.h"
#include "tests/turning_bands/targets.h"

namespace turning_bands {
namespace {

double mean_power(const line_model& model) {
  const double sum = std::accumulate(model.power.begin(), model.power.end(), 0.0);
  return (2 * sum - model.power.front() - model.power.back()) / model.transform;
}

TEST(TurningBandsLineModel, CovariancesAreThoseOfTheClosedForms) {
  for (const double resolution : {1.0, 4.0}) {
    for (const double a : {2.0, 7.0}) {
      const auto gaussian = make_line_model(of_covariance("gaussian", a, resolution), 400);
      const auto exponential = make_line_model(of_covariance("exponential", a, resolution), 400);
      const auto bell = gaussian.line_covariance(), peak = exponential.line_covariance();
      ASSERT_EQ(bell.size(), 400u);
      ASSERT_EQ(peak.size(), 400u);
      for (int i = 0; i < 400; ++i) {
        const double r = i / resolution / a;
        EXPECT_NEAR(bell[i], (1 - 2 * r * r) * std::exp(-r * r), 1e-9) << i;
        EXPECT_NEAR(peak[i], (1 - r) * std::exp(-r), 1e-9) << i;
      }
      EXPECT_LT(gaussian.clipped, 1e-9);
    }
  }
}

/// S_1D = 2 pi w^2 S_3D, where 4 pi / 6 is printed; S_3D by the integral over C(r).
TEST(TurningBandsLineModel, PowerIsThatOfTheSpectrumInThreeDimensions) {
  for (const double resolution : {1.0, 4.0}) {
    const double a = 5;
    const auto model = make_line_model(of_covariance("gaussian", a, resolution), 500);
    for (std::size_t j = 1; j < model.power.size(); j += 7) {
      const double k = frequency(model, j) * resolution;
      if (k > 2) break;
      const double density =
          three_dimensional([a](double r) { return std::exp(-r * r / a / a); }, k, 60) /
          std::pow(2 * pi, 3);
      EXPECT_NEAR(model.power[j], 2 * pi * resolution * 2 * pi * k * k * density, 1e-7) << k;
    }
  }
}

/// A spectrum gives the lines that the covariance of the same field gives.
TEST(TurningBandsLineModel, ASpectrumAndItsCovarianceAreOneModel) {
  const tests::scratch_folder folder;
  std::string rows = "# k P\n";
  for (double k = 0.001; k < 4; k *= 1.002)
    rows += fmt::format("{:.17g} {:.17g}\n", k, 12 * std::exp(-k * k * 4 * 4 / 4));
  const auto shaped = make_line_model(of_spectrum(folder.write("P.txt", rows), 1, 1), 300);
  const auto embedded = make_line_model(of_covariance("gaussian", 4, 1), 300);
  ASSERT_EQ(shaped.power.size(), embedded.power.size());
  EXPECT_TRUE(shaped.pulses);
  EXPECT_FALSE(embedded.pulses);
  for (std::size_t j = 0; j < shaped.power.size(); ++j)
    EXPECT_NEAR(shaped.power[j], embedded.power[j], 2e-4) << j;
}

TEST(TurningBandsLineModel, HaveVarianceOne) {
  for (const auto& wanted :
       {of_power_law(-3.9), of_power_law(-2), of_power_law(1.5), of_spectrum("k6_exp", 3, 2),
        of_spectrum("von_karman", 10, 1), of_covariance("gaussian", 3, 1)}) {
    const auto model = make_line_model(wanted, 200);
    EXPECT_EQ(model.transform, 512);
    EXPECT_EQ(model.power.size(), 257u);
    EXPECT_NEAR(mean_power(model), 1, 1e-12);
    EXPECT_NEAR(model.line_covariance()[0], 1, 1e-12);
  }
}

TEST(TurningBandsLineModel, PowerLawsHaveTheirSlope) {
  for (const double index : {-3.9, -2.0, -1.0, 0.5}) {
    const auto model = make_line_model(of_power_law(index), 1000);
    const auto density = [&](std::size_t j) {
      return model.power[j] / std::pow(frequency(model, j), 2);
    };
    EXPECT_NEAR(std::log(density(20) / density(10)) / std::log(2.0), index, 0.002);
    const auto limited = make_line_model(of_power_law(index, correction::hold, 4), 1000);
    const auto last = static_cast<std::size_t>(limited.transform / 8);
    for (std::size_t j = last + 1; j < limited.power.size(); ++j) EXPECT_EQ(limited.power[j], 0);
    for (const std::size_t j : {last / 2, last}) {
      const double half = frequency(limited, j) / 2;
      const double read = limited.power[j] * std::pow(std::sin(half) / half, 2);
      const double expected = limited.scale * std::pow(frequency(limited, j), index + 2);
      EXPECT_NEAR(read / expected, 1, 1e-9) << j;
    }
  }
}

TEST(TurningBandsLineModel, CompressionsAreThePrintedOnes) {
  for (const auto& [index, printed] : {std::pair{-1.0, 1.32}, {-2.0, 1.13}, {-3.0, 0.8}}) {
    EXPECT_EQ(compression_of(of_power_law(index, correction::compression)), printed);
    EXPECT_EQ(compression_of(of_power_law(index)), 1);
    EXPECT_EQ(compression_of(of_power_law(index, correction::hold)), 1);
    EXPECT_EQ(make_line_model(of_power_law(index, correction::compression), 10).compression,
              printed);
  }
}

}  // namespace
}  // namespace turning_bands
