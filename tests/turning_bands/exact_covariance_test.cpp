// Given the directions, the covariance of a field is the mean of C_1D over its lines.
#include "kernels/turning_bands/exact_covariance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/turning_bands/host_projection.h"
#include "tests/turning_bands/problems.h"

namespace turning_bands {
namespace {

/// (1/N) sum over lines of C_1D at the samples that two points read.
double by_hand(const problem& given, int field, std::int64_t one, std::int64_t other) {
  const auto lags = given.model.line_covariance();
  const auto all = bands_of<double>(given);
  const auto p = place_of<double>(given, one), q = place_of<double>(given, other);
  double sum = 0;
  for (const auto& u : device_directions<double>(given, field))
    sum += lags.at(std::abs(sample_at(p.x, p.y, p.z, u, all) - sample_at(q.x, q.y, q.z, u, all)));
  return sum / given.lines;
}

position point(const problem& given, std::int64_t i) {
  const auto p = place_of<double>(given, i);
  return {p.x, p.y, p.z};
}

TEST(TurningBandsExactCovariance, IsTheMeanOverLines) {
  for (const char* mesh : {"regular", "random"}) {
    const auto given = problem_at({{"mesh", mesh},
                                   {"nx", 4},
                                   {"ny", 5},
                                   {"nz", 6},
                                   {"lines", 7},
                                   {"fields", 2},
                                   {"resolution", 4},
                                   {"line_maker", "covariance"},
                                   {"a", 2.0}});
    const exact_covariance exact(given);
    for (const int field : {0, 1})
      for (const std::int64_t other : {0, 1, 17, 50, 119})
        EXPECT_NEAR(exact.between(point(given, 3), point(given, other), field),
                    by_hand(given, field, 3, other), 1e-14);
  }
}

/// In the direction of one line of one: C_1D itself, between samples on a straight line.
TEST(TurningBandsExactCovariance, AlongALineIsThatOfTheLine) {
  const auto given = problem_at(
      {{"n", 30}, {"lines", 1}, {"resolution", 2}, {"line_maker", "covariance"}, {"a", 4.0}});
  const exact_covariance exact(given);
  const auto lags = given.model.line_covariance();
  const position u = given.directions_of(0)[0];
  for (const double samples : {0.0, 1.0, 2.5, 7.25}) {
    const double cells = samples / 2 / dot(u, u);
    const auto below = static_cast<std::size_t>(samples);
    const double part = samples - std::floor(samples);
    const double expected = (1 - part) * lags[below] + part * lags[below + 1];
    EXPECT_NEAR(exact.at({cells * u.x, cells * u.y, cells * u.z}, 0), expected, 1e-10);
    EXPECT_NEAR(exact.at({-cells * u.x, -cells * u.y, -cells * u.z}, 0), expected, 1e-10);
  }
}

/// Over all places of a pair of points the reading of nearest samples is linear interpolation.
TEST(TurningBandsExactCovariance, AtADistanceIsTheMeanOverPlaces) {
  const auto given =
      problem_at({{"n", 40}, {"lines", 5}, {"line_maker", "covariance"}, {"a", 5.0}});
  const exact_covariance exact(given);
  const position apart{3, 1, 4};
  double mean = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto along = [i](double golden) { return 20 * std::fmod(i * golden, 1) - 10; };
    const position p{along(0.8191725134), along(0.6710436067), along(0.5497004779)};
    mean += exact.between(p, {p.x + apart.x, p.y + apart.y, p.z + apart.z}, 0) / 4000;
  }
  EXPECT_NEAR(exact.at(apart, 0), mean, 0.002);
}

/// With lines everywhere it is the model: exp(-(r/a)^2); with many lines it comes near.
TEST(TurningBandsExactCovariance, IsotropicIsTheModel) {
  for (const int resolution : {1, 8}) {
    const auto given = problem_at({{"n", 40},
                                   {"lines", 2000},
                                   {"line_maker", "covariance"},
                                   {"resolution", resolution},
                                   {"a", 6.0}});
    const exact_covariance exact(given);
    for (const double r : {0.0, 0.4, 1.0, 3.7, 9.0, 30.0}) {
      const double model = std::exp(-r * r / 36), held = 0.1 / resolution / resolution;
      EXPECT_NEAR(exact.isotropic(r), model, held) << r;
      EXPECT_NEAR(exact.at({0.6 * r, 0, 0.8 * r}, 0), exact.isotropic(r), 0.01) << r;
    }
  }
}

TEST(TurningBandsExactCovariance, IsotropicSeesTheCompression) {
  const auto given =
      problem_at({{"n", 40}, {"lines", 2000}, {"index", -3.0}, {"correction", "compression"}});
  const exact_covariance exact(given);
  for (const double r : {2.0, 11.0})
    EXPECT_NEAR(exact.isotropic(r), exact.at({0, r, 0}, 0), 0.01) << r;
}

/// Of a quantity that each seed has one of.
struct estimate {
  double sum = 0, squares = 0;
  int count = 0;
  void add(double value) { sum += value, squares += value * value, ++count; }
  double mean() const { return sum / count; }
  double error() const { return std::sqrt((squares / count - mean() * mean()) / (count - 1)); }
};

/// Over line content: fields with one set of directions.
TEST(TurningBandsField, HasTheExactCovarianceGivenTheDirections) {
  constexpr std::int64_t fields = 1200;
  const std::pair<const char*, const char*> makers[] = {
      {"power_law", "none"}, {"spectrum", "hold"}, {"covariance", "hold"}};
  for (const auto& [maker, correction] : makers) {
    const auto given = problem_at({{"n", 5},
                                   {"nz", 9},
                                   {"lines", 6},
                                   {"fields", fields},
                                   {"line_maker", maker},
                                   {"a", 4.0},
                                   {"resolution", 4},
                                   {"correction", correction},
                                   {"directions", "shared"}});
    const field made = host_projection(given).run();
    ASSERT_EQ(made.size(), fields * 225u);
    const double variance = given.model.line_covariance()[0];
    estimate own;
    for (const std::int64_t other : {0, 1, 9, 45, 100, 224}) {
      estimate found;
      for (std::size_t f = 0; f < fields; ++f)
        found.add(made.at(f * 225) * made.at(f * 225 + other));
      EXPECT_NEAR(found.mean(), by_hand(given, 0, 0, other), 5 * found.error()) << other;
      if (other == 0) own = found;
    }
    EXPECT_NEAR(own.mean(), variance, 5 * own.error());
    EXPECT_LT(own.error(), 0.055 * variance);
  }
}

}  // namespace
}  // namespace turning_bands
