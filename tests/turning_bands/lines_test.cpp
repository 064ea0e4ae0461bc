// Lines, as they are made, have the covariance of their model.
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/turning_bands/host_lines.h"

namespace turning_bands {
namespace {

/// Of a quantity that each line has one of.
struct estimate {
  double sum = 0, squares = 0;
  int count = 0;
  void add(double value) { sum += value, squares += value * value, ++count; }
  double mean() const { return sum / count; }
  double error() const { return std::sqrt((squares / count - mean() * mean()) / (count - 1)); }
};

void expect_covariance_of(const target& wanted) {
  constexpr int length = 48, lines = 20'000;
  const line_model model = make_line_model(wanted, length);
  const auto expected = model.line_covariance();
  const auto samples = make_lines(model, lines, 11, 2);
  ASSERT_EQ(samples.size(), std::size_t{lines} * length);
  for (const int lag : {0, 1, 2, 3, 5, 8, 13, 21, 47}) {
    estimate found;
    for (int l = 0; l < lines; ++l) {
      const double* line = samples.data() + l * length;
      double products = 0;
      for (int i = 0; i + lag < length; ++i) products += line[i] * line[i + lag];
      found.add(products / (length - lag));
    }
    EXPECT_NEAR(found.mean(), expected[lag], 5 * found.error()) << lag;
    EXPECT_LT(found.error(), 0.02 * expected[0]) << lag;
  }
  estimate edges;  // the first sample is like all others
  for (int l = 0; l < lines; ++l) edges.add(samples[l * length] * samples[l * length]);
  EXPECT_NEAR(edges.mean(), expected[0], 5 * edges.error());
}

TEST(TurningBandsLines, OfAPowerLawHaveItsCovariance) {
  expect_covariance_of({.index = -2});
  expect_covariance_of({.index = -3});
  expect_covariance_of({.index = -1, .correct = correction::hold, .resolution = 4});
}

TEST(TurningBandsLines, OfASpectrumHaveItsCovariance) {
  expect_covariance_of({.maker = line_maker::spectrum, .function = "k6_exp", .range = 3});
  expect_covariance_of({.maker = line_maker::spectrum, .function = "von_karman", .range = 4});
}

TEST(TurningBandsLines, OfACovarianceHaveIt) {
  expect_covariance_of({.maker = line_maker::covariance, .function = "gaussian", .range = 6});
  expect_covariance_of({.maker = line_maker::covariance, .function = "exponential", .range = 6});
}

/// Lines of one field and of two are independent.
TEST(TurningBandsLines, HaveNothingInCommon) {
  constexpr int length = 64, lines = 2000;
  const line_model model = make_line_model({.index = -2}, length);
  const auto field = make_lines(model, lines, 1, 0), other = make_lines(model, lines, 1, 1);
  const auto seed = make_lines(model, lines, 2, 0);
  estimate neighbours, fields, seeds;
  for (std::size_t i = 0; i + length < field.size(); ++i) {
    neighbours.add(field[i] * field[i + length]);
    fields.add(field[i] * other[i]);
    seeds.add(field[i] * seed[i]);
  }
  for (const auto& each : {neighbours, fields, seeds})
    EXPECT_NEAR(each.mean(), 0, 5 * each.error());
}

}  // namespace
}  // namespace turning_bands
