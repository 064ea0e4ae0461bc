// The power of lines is what gives the field its spectrum or covariance.
#include "kernels/turning_bands/line_model.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "kernels/turning_bands/cubic_spline.h"
#include "kernels/turning_bands/functions.h"
#include "kernels/turning_bands/target_spectrum.h"
#include "tests/scratch_folder.h"

namespace turning_bands {
namespace {

constexpr double pi = std::numbers::pi;

target of_covariance(const std::string& function, double range, double resolution) {
  return {.maker = line_maker::covariance,
          .function = function,
          .range = range,
          .resolution = resolution};
}
target of_spectrum(const std::string& function, double range, double resolution) {
  auto made = of_covariance(function, range, resolution);
  made.maker = line_maker::spectrum;
  return made;
}
target of_power_law(double index, correction correct = correction::none, double resolution = 1) {
  return {.index = index, .correct = correct, .resolution = resolution};
}

/// Radians a sample.
double frequency(const line_model& model, std::size_t mode) {
  return 2 * pi * static_cast<double>(mode) / model.transform;
}

double mean_power(const line_model& model) {
  const double sum = std::accumulate(model.power.begin(), model.power.end(), 0.0);
  return (2 * sum - model.power.front() - model.power.back()) / model.transform;
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

/// What reading a table makes negative is no less on a larger circle.
TEST(TurningBandsLineModel, ATableTakesNoLargerCircle) {
  const tests::scratch_folder folder;
  std::string rows;
  for (int i = 0; i <= 120; ++i) rows += fmt::format("{} {}\n", i / 4.0, std::exp(-i * i / 256.0));
  const auto model = make_line_model(of_covariance(folder.write("C.txt", rows), 1, 4), 300);
  EXPECT_GT(model.clipped, 1e-9);
  EXPECT_EQ(model.transform, 1024);
}

/// Also coarse, with a kink at the end of its range: the spherical model, 12 cells.
TEST(TurningBandsLineModel, ATableIsReadSmoothly) {
  const tests::scratch_folder folder;
  std::string rows;
  for (int r = 0; r <= 40; ++r)
    rows += fmt::format("{} {:.17g}\n", r, r < 12 ? 1 - r / 8.0 + 0.5 * std::pow(r / 12.0, 3) : 0);
  const auto model = make_line_model(of_covariance(folder.write("C.txt", rows), 1, 4), 300);
  EXPECT_LT(model.clipped, 1e-3);
  const auto found = model.line_covariance();
  for (int i = 0; i < 36; ++i) {
    const double r = i / 4.0;
    EXPECT_NEAR(found[i], 1 - r / 4 + 2 * std::pow(r / 12, 3), 0.01) << r;
  }
}

TEST(TurningBandsSpline, IsExactForCubics) {
  const auto cubic = [](double x) { return 3 - x + 0.5 * x * x - 0.25 * x * x * x; };
  for (const std::vector<double>& x : {std::vector<double>{0, 1, 3, 4}, {0, 0.1, 0.7, 2, 5, 5.5}}) {
    std::vector<double> y;
    for (const double each : x) y.push_back(cubic(each));
    const cubic_spline spline(x, y);
    for (double at = 0; at <= x.back(); at += 0.125) {
      EXPECT_NEAR(spline(at), cubic(at), 1e-11) << at;
      EXPECT_NEAR(spline.derivative(at), -1 + at - 0.75 * at * at, 1e-11) << at;
    }
    EXPECT_EQ(spline(x.back()), y.back());
  }
}

/// A line that is shorter than the covariance lies on a larger circle, and keeps its length.
TEST(TurningBandsLineModel, ACovarianceThatDoesNotFitTakesALargerCircle) {
  const auto model = make_line_model(of_covariance("gaussian", 20, 1), 40);
  EXPECT_GT(model.transform, 128);
  EXPECT_EQ(model.power.size(), static_cast<std::size_t>(model.transform) / 2 + 1);
  const auto found = model.line_covariance();
  ASSERT_EQ(found.size(), 40u);
  for (int i = 0; i < 40; ++i)
    EXPECT_NEAR(found[i], (1 - i * i / 200.0) * std::exp(-i * i / 400.0), 1e-9) << i;
}

}  // namespace
}  // namespace turning_bands
