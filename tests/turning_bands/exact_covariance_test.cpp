// Given the directions, the covariance of a field is the mean of C_1D over its lines.
#include "kernels/turning_bands/exact_covariance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/turning_bands/host_fields.h"
#include "tests/turning_bands/problems.h"

namespace turning_bands {
namespace {

/// Over all places of a pair of points the reading of nearest samples is linear interpolation.
TEST(TurningBandsExactCovariance, AtADistanceIsTheMeanOverPlaces) {
  const auto problem = problem_at(
      {{"n", 40}, {"lines", 5}, {"fields", 2}, {"line_maker", "covariance"}, {"a", 5.0}});
  const exact_covariance exact(problem);
  const position apart{3, 1, 4};
  for (const int field : {0, 1}) {
    double mean = 0;
    for (int i = 0; i < 4000; ++i) {
      const auto along = [i](double golden) { return 20 * std::fmod(i * golden, 1) - 10; };
      const position p{along(0.8191725134), along(0.6710436067), along(0.5497004779)};
      mean += exact.between(p, {p.x + apart.x, p.y + apart.y, p.z + apart.z}, field) / 4000;
    }
    EXPECT_NEAR(exact.at(apart, field), mean, 0.002);
  }
}

/// With lines everywhere it is the model: exp(-(r/a)^2); with many lines it comes near.
TEST(TurningBandsExactCovariance, IsotropicIsTheModel) {
  for (const int resolution : {1, 8}) {
    const auto problem = problem_at({{"n", 40},
                                     {"lines", 2000},
                                     {"line_maker", "covariance"},
                                     {"resolution", resolution},
                                     {"a", 6.0}});
    const exact_covariance exact(problem);
    for (const double r : {0.0, 0.4, 1.0, 3.7, 9.0, 30.0}) {
      const double model = std::exp(-r * r / 36), held = 0.1 / resolution / resolution;
      EXPECT_NEAR(exact.isotropic(r), model, held) << r;
      EXPECT_NEAR(exact.at({0.6 * r, 0, 0.8 * r}, 0), exact.isotropic(r), 0.01) << r;
    }
  }
}

TEST(TurningBandsExactCovariance, IsotropicSeesTheCompression) {
  const auto problem =
      problem_at({{"n", 40}, {"lines", 2000}, {"index", -3.0}, {"correction", "compression"}});
  const exact_covariance exact(problem);
  for (const double r : {2.0, 11.0})
    EXPECT_NEAR(exact.isotropic(r), exact.at({0, r, 0}, 0), 0.01) << r;
}

/// Over line content: fields with one set of directions.
TEST(TurningBandsField, HasTheExactCovarianceGivenTheDirections) {
  constexpr std::int64_t fields = 1200;
  const std::pair<const char*, const char*> makers[] = {
      {"power_law", "none"}, {"spectrum", "hold"}, {"covariance", "hold"}};
  for (const auto& [maker, correction] : makers) {
    SCOPED_TRACE(maker);
    const auto problem = problem_at({{"n", 5},
                                     {"nz", 9},
                                     {"lines", 6},
                                     {"fields", fields},
                                     {"line_maker", maker},
                                     {"a", 4.0},
                                     {"resolution", 4},
                                     {"correction", correction},
                                     {"directions", "shared"}});
    const exact_covariance exact(problem);
    const field made = host_projection(problem).run();
    const double variance = problem.model.line_covariance()[0];
    for (const int other : {0, 1, 9, 45, 100, 224}) {
      estimate product;
      for (std::size_t f = 0; f < fields; ++f)
        product.add(made.at(f * 225) * made.at(f * 225 + other));
      // x slowest, z fastest
      const position here{-2, -2, -4};
      const position there{other / 45 - 2.0, other / 9 % 5 - 2.0, other % 9 - 4.0};
      const double expected = exact.between(here, there, 0);
      EXPECT_NEAR(product.mean(), expected, 5 * product.error()) << other;
      if (other > 0) continue;
      EXPECT_NEAR(expected, variance, 1e-12);
      EXPECT_LT(product.error(), 0.055 * variance);
    }
  }
}

}  // namespace
}  // namespace turning_bands
