// Intervals and tests against values that SciPy gives.
#include "kernels/replications/estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace replications {
namespace {

void expect_interval(const std::vector<double>& values, double level, const interval& expected) {
  const auto [mean, low, high] = mean_interval(values, level);
  EXPECT_NEAR(mean, expected.mean, 1e-12 * std::abs(expected.mean));
  EXPECT_NEAR(low, expected.low, 1e-9 * std::abs(expected.low)) << values.size() << ' ' << level;
  EXPECT_NEAR(high, expected.high, 1e-9 * std::abs(expected.high)) << values.size() << ' ' << level;
}

/// scipy.stats.t.interval(level, n - 1, mean, sem).
TEST(ReplicationsEstimate, IntervalsAreByStudentsT) {
  const std::vector<double> seven{3, 1.5, 4.25, -2, 8.5, 0.125, 2.75}, two{3, 1.5};
  expect_interval(seven, 0.95, {2.5892857142857144, -0.4829525042612328, 5.661523932832662});
  expect_interval(seven, 0.8, {2.5892857142857144, 0.7815897688633917, 4.396981659708037});
  expect_interval(seven, 0.999, {2.5892857142857144, -4.892349880105058, 10.070921308676645});
  expect_interval(two, 0.95, {2.25, -7.27965355213102, 11.77965355213102});
  std::vector<double> thirty;
  for (int i = 0; i < 30; ++i) thirty.push_back(3.1 + i * i % 7 * 0.01);
  expect_interval(thirty, 0.95, {3.119, 3.11359772363491, 3.1244022763650903});
}

TEST(ReplicationsEstimate, OneValueHasNoBounds) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const auto [mean, low, high] = mean_interval(std::vector{4.5}, 0.95);
  EXPECT_EQ(mean, 4.5);
  EXPECT_EQ(low, -infinite);
  EXPECT_EQ(high, infinite);
}

TEST(ReplicationsEstimate, EqualValuesHaveNoSpread) {
  const auto [mean, low, high] = mean_interval(std::vector(5, 0.25), 0.95);
  EXPECT_TRUE(mean == 0.25 && low == 0.25 && high == 0.25);
}

std::vector<double> with_counts(const std::vector<int>& counts) {
  std::vector<double> values;
  for (std::size_t category = 0; category < counts.size(); ++category)
    values.insert(values.end(), counts[category], static_cast<double>(category));
  return values;
}

void expect_test(const std::vector<int>& counts, double chi_square, double p_value) {
  const auto found = test_uniform(with_counts(counts), static_cast<int>(counts.size()));
  EXPECT_NEAR(found.chi_square, chi_square, 1e-12 * chi_square);
  EXPECT_EQ(found.degrees_of_freedom, static_cast<double>(counts.size()) - 1);
  EXPECT_NEAR(found.p_value, p_value, 1e-9 * p_value);
}

/// scipy.stats.chisquare(counts).
TEST(ReplicationsEstimate, UniformityIsTestedByChiSquare) {
  expect_test({3, 0, 5, 2, 2}, 5.5, 0.23972947952515333);
  expect_test({7, 7, 7}, 0, 1);
  expect_test({1, 9}, 6.4, 0.01141203638600166);
  expect_test({0, 0, 0, 0, 0, 0, 0, 0, 60}, 480, 1.3716607585596892e-98);
  std::vector<int> thirty;
  for (int i = 0; i < 30; ++i) thirty.push_back(20 - i % 5 * 3);
  expect_test(thirty, 38.57142857142857, 0.1101465734596952);
}

}  // namespace
}  // namespace replications
