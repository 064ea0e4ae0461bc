// The power of lines is what gives the field its spectrum or covariance. That a field has them is
// tested by NumPy (tests/python).
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/turning_bands/host_fields.h"
#include "tests/turning_bands/problems.h"

namespace turning_bands {
namespace {

TEST(TurningBandsLineModel, CovariancesAreThoseOfTheClosedForms) {
  for (const double resolution : {1.0, 4.0}) {
    const double a = 7;
    const auto gaussian = make_line_model(covariance_target("gaussian", a, resolution), 400);
    const auto exponential = make_line_model(covariance_target("exponential", a, resolution), 400);
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
  const auto model = make_line_model(covariance_target("gaussian", 20, 1), 40);
  EXPECT_GT(model.transform, 128);
  const auto covariance = model.line_covariance();
  ASSERT_EQ(covariance.size(), 40u);
  for (int i = 0; i < 40; ++i)
    EXPECT_NEAR(covariance[i], (1 - i * i / 200.0) * std::exp(-i * i / 400.0), 1e-9) << i;
}

TEST(TurningBandsLineModel, HaveVarianceOne) {
  for (const auto& target :
       {power_law_target(-3.9), power_law_target(-2), power_law_target(1.5),
        spectrum_target("k6_exp", 3, 2), spectrum_target("von_karman", 10, 1)}) {
    const auto model = make_line_model(target, 200);
    EXPECT_EQ(model.pulses, target.maker == line_maker::spectrum);
    EXPECT_EQ(model.transform, 512);
    EXPECT_EQ(model.power.size(), 257u);
    EXPECT_NEAR(model.line_covariance()[0], 1, 1e-12);
  }
}

TEST(TurningBandsLineModel, PowerLawsHaveTheirSlope) {
  for (const double index : {-3.9, -1.0, 0.5}) {
    const auto model = make_line_model(power_law_target(index), 1000);
    const auto density = [&](std::size_t j) {
      return model.power[j] / std::pow(frequency(model, j), 2);
    };
    EXPECT_NEAR(std::log(density(20) / density(10)) / std::log(2.0), index, 0.002);
  }
}

/// No power beyond what the mesh resolves. Below, what the nearest samples leave, and what they
/// repeat as white noise, are right together.
TEST(TurningBandsLineModel, LinesAreCorrectedForTheirReading) {
  for (const auto& [target, exponent] :
       {std::pair{power_law_target(-3.9, correction::hold, 4), -1.9},
        {power_law_target(0.5, correction::hold, 8), 2.5}}) {
    const auto model = make_line_model(target, 1000);
    const double samples = target.resolution;
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
  target target = spectrum_target("k6_exp", 10, 4);
  target.correct = correction::hold;
  const auto model = make_line_model(target, 1000);
  EXPECT_EQ(model.power[model.transform / 8], 0);
  EXPECT_GT(*std::ranges::max_element(model.power), 0);
  EXPECT_GE(*std::ranges::min_element(model.power), 0);
}

TEST(TurningBandsLineModel, CompressionsAreThePrintedOnes) {
  for (const auto& [index, printed] : {std::pair{-1.0, 1.32}, {-2.0, 1.13}, {-3.0, 0.8}}) {
    const target target = power_law_target(index, correction::compression);
    EXPECT_EQ(make_line_model(target, 10).compression, printed);
    for (const auto other : {correction::none, correction::hold})
      EXPECT_EQ(compression_of(power_law_target(index, other)), 1);
  }
}

TEST(TurningBandsLines, HaveTheCovarianceOfTheirModel) {
  constexpr int length = 48, lines = 20'000;
  for (const target& target :
       {power_law_target(-2), power_law_target(-3), power_law_target(-1, correction::hold, 4),
        spectrum_target("k6_exp", 3, 1), covariance_target("exponential", 6, 1)}) {
    SCOPED_TRACE(target.function);
    const line_model model = make_line_model(target, length);
    const auto expected = model.line_covariance();
    const auto samples = make_lines(model, lines, 11, 2);
    ASSERT_EQ(samples.size(), std::size_t{lines} * length);
    for (const int lag : {0, 1, 2, 3, 5, 13, 47}) {
      estimate along, at_the_start;
      for (int l = 0; l < lines; ++l) {
        const double* line = samples.data() + l * length;
        double products = 0;
        for (int i = 0; i + lag < length; ++i) products += line[i] * line[i + lag];
        along.add(products / (length - lag));
        at_the_start.add(line[0] * line[lag]);
      }
      EXPECT_NEAR(along.mean(), expected[lag], 5 * along.error()) << lag;
      EXPECT_NEAR(at_the_start.mean(), expected[lag], 5 * at_the_start.error()) << lag;
      EXPECT_LT(along.error(), 0.02 * expected[0]) << lag;
    }
  }
}

/// By what a line has, S_1D the power of a mode over 2 pi a sample: S_1D = 2 pi k^2 S_3D, where
/// 4 pi / 6 is printed, and P = (2 pi)^3 S_3D.
TEST(TurningBandsTargetSpectrum, IsThatOfTheLines) {
  for (const auto& target :
       {power_law_target(-2, correction::none, 4), power_law_target(-3),
        spectrum_target("k6_exp", 3, 2), power_law_target(-1, correction::compression),
        power_law_target(-3, correction::compression, 2), covariance_target("gaussian", 3, 2),
        spectrum_target("von_karman", 10, 1)}) {
    const auto model = make_line_model(target, 2000);
    const auto spectrum = spectrum_of(target, model, 0.01, 5);
    for (const std::size_t j : {40u, 80u, 110u}) {
      const double samples = target.resolution * model.compression;  // a cell
      const double k = frequency(model, j) * samples;
      const double density = model.power[j] / (2 * pi * samples);
      EXPECT_NEAR(spectrum.power(k) / (4 * pi * pi * density / (k * k)), 1, 0.01) << k;
    }
  }
}

TEST(TurningBandsTargetSpectrum, OfWhiteLinesIsTwoPiOverKSquared) {
  const auto spectrum =
      spectrum_of(power_law_target(-2), make_line_model(power_law_target(-2), 500), 0.01, 5);
  for (const double k : {0.01, 0.3, 3.0}) EXPECT_NEAR(spectrum.power(k) * k * k, 2 * pi, 1e-9);
  EXPECT_EQ(spectrum.power(0), 0);
}

}  // namespace
}  // namespace turning_bands
