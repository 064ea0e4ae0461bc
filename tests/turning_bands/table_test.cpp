// Covariances that users bring as tables.
#include <gtest/gtest.h>

#include "tests/turning_bands/problems.h"

namespace turning_bands {
namespace {

/// What reading a table makes negative is no less on a larger circle.
TEST(TurningBandsTable, TakesNoLargerCircle) {
  const tests::scratch_folder folder;
  const auto bell = [](double r) { return std::exp(-r * r / 16); };
  const auto model =
      make_line_model(covariance_target(table_of(folder, bell, 0.25, 121), 1, 4), 300);
  EXPECT_GT(model.clipped, 1e-9);
  EXPECT_EQ(model.transform, 1024);
}

/// Read in the logarithms: a power law is exact. Linear where there is no logarithm, 0 outside.
TEST(TurningBandsTable, OfASpectrumIsReadBetweenItsRows) {
  const tests::scratch_folder folder;
  const auto power = spectrum_named(folder.write("P.txt", "0 0\n1 8\n2 1\n4 0.125\n"), 99);
  EXPECT_NEAR(power(1.5), 8 / std::pow(1.5, 3), 1e-12);
  EXPECT_NEAR(power(3), 8 / std::pow(3, 3), 1e-12);
  EXPECT_NEAR(power(0.25), 2, 1e-12);
  EXPECT_EQ(power(2), 1);
  EXPECT_EQ(power(4.001), 0);
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
  }
}

}  // namespace
}  // namespace turning_bands
