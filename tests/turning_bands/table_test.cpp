// Covariances that users bring as tables, and the circles on which they fit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/turning_bands/cubic_spline.h"
#include "tests/scratch_folder.h"
#include "tests/turning_bands/targets.h"

namespace turning_bands {
namespace {

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
