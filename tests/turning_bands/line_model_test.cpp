// The power of lines is what gives the field its spectrum or covariance.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/turning_bands/targets.h"

namespace turning_bands {
namespace {

TEST(TurningBandsLineModel, CovariancesAreThoseOfTheClosedForms) {
  for (const double resolution : {1.0, 4.0}) {
    const double a = 7;
    const auto gaussian = make_line_model(of_covariance("gaussian", a, resolution), 400);
    const auto exponential = make_line_model(of_covariance("exponential", a, resolution), 400);
    const auto bell = gaussian.line_covariance(), peak = exponential.line_covariance();
    ASSERT_TRUE(bell.size() == 400u && peak.size() == 400u);
    for (int i = 0; i < 400; ++i) {
      const double r = i / resolution / a;
      EXPECT_NEAR(bell[i], (1 - 2 * r * r) * std::exp(-r * r), 1e-9) << i;
      EXPECT_NEAR(peak[i], (1 - r) * std::exp(-r), 1e-9) << i;
    }
    EXPECT_LT(gaussian.clipped, 1e-9);
  }
}

/// A line that is shorter than the covariance lies on a larger circle, and keeps its length.
TEST(TurningBandsLineModel, ACovarianceThatDoesNotFitTakesALargerCircle) {
  const auto model = make_line_model(of_covariance("gaussian", 20, 1), 40);
  EXPECT_GT(model.transform, 128);
  const auto found = model.line_covariance();
  ASSERT_EQ(found.size(), 40u);
  for (int i = 0; i < 40; ++i)
    EXPECT_NEAR(found[i], (1 - i * i / 200.0) * std::exp(-i * i / 400.0), 1e-9) << i;
}

TEST(TurningBandsLineModel, HaveVarianceOne) {
  for (const auto& wanted : {of_power_law(-3.9), of_power_law(-2), of_power_law(1.5),
                             of_spectrum("k6_exp", 3, 2), of_spectrum("von_karman", 10, 1)}) {
    const auto model = make_line_model(wanted, 200);
    EXPECT_EQ(model.pulses, wanted.maker == line_maker::spectrum);
    EXPECT_EQ(model.transform, 512);
    EXPECT_EQ(model.power.size(), 257u);
    EXPECT_NEAR(model.line_covariance()[0], 1, 1e-12);
  }
}

TEST(TurningBandsLineModel, PowerLawsHaveTheirSlope) {
  for (const double index : {-3.9, -1.0, 0.5}) {
    const auto model = make_line_model(of_power_law(index), 1000);
    const auto density = [&](std::size_t j) {
      return model.power[j] / std::pow(frequency(model, j), 2);
    };
    EXPECT_NEAR(std::log(density(20) / density(10)) / std::log(2.0), index, 0.002);
  }
}

/// No power beyond what the mesh resolves. Below, what the nearest samples leave, and what they
/// repeat as white noise, are right together.
TEST(TurningBandsLineModel, LinesAreCorrectedForTheirReading) {
  for (const auto& [wanted, exponent] : {std::pair{of_power_law(-3.9, correction::hold, 4), -1.9},
                                         {of_power_law(0.5, correction::hold, 8), 2.5}}) {
    const auto model = make_line_model(wanted, 1000);
    const double samples = wanted.resolution;
    const auto last = static_cast<std::size_t>(std::lround(model.transform / 2 / samples));
    for (std::size_t j = last + 1; j < model.power.size(); ++j) EXPECT_EQ(model.power[j], 0);
    const auto read = [&](std::size_t j) {
      const double half = frequency(model, j) / 2;
      return model.power[j] * std::pow(std::sin(half) / half, 2);
    };
    double images = 0;
    for (std::size_t j = 1; j <= last; ++j)
      images += 2 * (model.power[j] - read(j)) / model.transform;
    EXPECT_GT(images, 1e-4);
    for (const std::size_t j : {last / 2, last}) {
      const double w = frequency(model, j), k = w * samples;
      const double white = images * samples * k * k / (2 * pi);  // 2 pi / k^2 of it is P
      EXPECT_NEAR((read(j) + white) / model.scale / std::pow(w, exponent), 1, 1e-9) << j;
    }
  }
}

TEST(TurningBandsLineModel, ThereIsNoRoomForImagesWhereAlmostNothingIs) {
  target wanted = of_spectrum("k6_exp", 10, 4);
  wanted.correct = correction::hold;
  const auto model = make_line_model(wanted, 1000);
  EXPECT_EQ(model.power[model.transform / 8], 0);
  EXPECT_GT(*std::ranges::max_element(model.power), 0);
  EXPECT_GE(*std::ranges::min_element(model.power), 0);
}

TEST(TurningBandsLineModel, CompressionsAreThePrintedOnes) {
  for (const auto& [index, printed] : {std::pair{-1.0, 1.32}, {-2.0, 1.13}, {-3.0, 0.8}}) {
    const target wanted = of_power_law(index, correction::compression);
    EXPECT_EQ(make_line_model(wanted, 10).compression, printed);
    for (const auto other : {correction::none, correction::hold})
      EXPECT_EQ(compression_of(of_power_law(index, other)), 1);
  }
}

}  // namespace
}  // namespace turning_bands
