// Oracles: values computed by SciPy 1.17 (t, norm, trim_mean, mstats.winsorize), and closed forms.
#include "harness/compare/estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "kernels/support/students_t.h"

namespace retime::compare {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Tails, EqualScipy) {
  EXPECT_NEAR(upper_tail(2.0, 9), 0.03827641188535289, 1e-12);
  EXPECT_NEAR(upper_tail(-1.0, 3.5), 0.8093313732182774, 1e-12);
  EXPECT_NEAR(upper_tail(1.959963984540054, infinity), 0.025, 1e-12);
}

TEST(Pairs, BelowFiveThePlainMean) {
  const std::vector<double> ratios{0.01, 0.03, 0.02, 0.02};
  const auto effect = from_pairs(ratios, evidence::paired_blocks);
  EXPECT_NEAR(effect.log_ratio, 0.02, 1e-15);
  EXPECT_NEAR(effect.standard_error, std::sqrt(0.0002 / 3 / 4), 1e-15);
  EXPECT_EQ(effect.degrees_of_freedom, 3);
}

TEST(Pairs, TrimmedMeanAndWinsorisedErrorEqualScipy) {
  const std::vector<double> ratios{0.011, 0.013, 0.008, 0.5,  0.012,
                                   0.009, 0.010, 0.014, -0.3, 0.007};
  const auto effect = from_pairs(ratios, evidence::paired_blocks);
  EXPECT_NEAR(effect.log_ratio, 0.0105, 1e-12);
  EXPECT_NEAR(effect.standard_error, 0.0011902380714238082, 1e-12);
  EXPECT_EQ(effect.degrees_of_freedom, 5);
}

TEST(Pairs, IdenticalReadingsAreNotInfinitelySure) {
  const std::vector<double> ratios(10, 0.0);
  EXPECT_EQ(from_pairs(ratios, evidence::paired_blocks).standard_error, smallest_standard_error);
  EXPECT_THROW(from_pairs(std::vector<double>{0.1}, evidence::paired_blocks),
               std::invalid_argument);
}

TEST(Runs, PoolTheVarianceOfAllGroups) {
  const std::vector<double> base{1.00, 1.02}, fresh{1.05};
  const spread learnt{0.0004, 2};
  const auto effect = from_runs(base, fresh, learnt);
  EXPECT_NEAR(effect.log_ratio, 0.04, 1e-12);
  EXPECT_NEAR(effect.standard_error, std::sqrt((0.0002 + 0.0004) / 3 * 1.5), 1e-12);
  EXPECT_EQ(effect.degrees_of_freedom, 3);
  EXPECT_THROW(from_runs(fresh, fresh, {}), std::invalid_argument);
}

TEST(Runs, AssumedDriftCountsForBothRuns) {
  const auto effect = from_assumed_drift(0.03, 0.01, 0.005);
  EXPECT_NEAR(effect.standard_error, std::sqrt(2 * 1e-4 + 25e-6), 1e-15);
  const auto reach = confidence_interval(effect, 0.99);
  EXPECT_NEAR(reach.high - effect.log_ratio, 2.5758293035489004 * effect.standard_error, 1e-12);
}

TEST(Sessions, OfEqualCodeWidenOnly) {
  const estimate sharp{.log_ratio = 0.01, .standard_error = 0.001, .degrees_of_freedom = 20};
  const std::vector<double> wild{0.003, -0.004}, tame{0.0001, 0.0001};
  EXPECT_NEAR(widen_to_session_spread(sharp, wild).standard_error, std::sqrt(12.5e-6), 1e-12);
  EXPECT_EQ(widen_to_session_spread(sharp, wild).degrees_of_freedom, 2);
  EXPECT_EQ(widen_to_session_spread(sharp, tame).standard_error, 0.001);
  EXPECT_EQ(widen_to_session_spread(sharp, {}).degrees_of_freedom, 20);
}

TEST(Interval, CoversTheTruthAsOftenAsItSays) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal(0.01, 0.004);
  int covered = 0;
  constexpr int streams = 2000;
  for (int stream = 0; stream < streams; ++stream) {
    std::vector<double> ratios(24);
    for (double& ratio : ratios) ratio = normal(random);
    const auto reach = confidence_interval(from_pairs(ratios, evidence::paired_blocks), 0.95);
    covered += reach.low < 0.01 && 0.01 < reach.high;
  }
  EXPECT_NEAR(covered / double{streams}, 0.95, 0.015);
}

}  // namespace
}  // namespace retime::compare
