// Oracles: values computed by SciPy 1.17 (t, norm, trim_mean, mstats.winsorize), and closed forms.
#include "harness/gate/estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "kernels/support/students_t.h"

namespace retime::gate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Tails, EqualScipy) {
  EXPECT_NEAR(upper_tail(2.0, 9), 0.03827641188535289, 1e-12);
  EXPECT_NEAR(upper_tail(-1.0, 3.5), 0.8093313732182774, 1e-12);
  EXPECT_NEAR(upper_tail(1.959963984540054, infinity), 0.025, 1e-12);
}

TEST(Pairs, BelowTenThePlainMean) {
  const std::vector<double> ratios{0.01, 0.03, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02};
  const auto effect = gate::from_pairs(ratios, evidence::paired_blocks);
  EXPECT_NEAR(effect.log_ratio, 0.02, 1e-15);
  EXPECT_NEAR(effect.standard_error, std::sqrt(0.0002 / 8 / 9), 1e-15);
  EXPECT_EQ(effect.degrees_of_freedom, 8);
}

TEST(Pairs, TrimmedMeanAndWinsorisedErrorEqualScipy) {
  const std::vector<double> ratios{0.011, 0.013, 0.008, 0.5,  0.012,
                                   0.009, 0.010, 0.014, -0.3, 0.007};
  const auto effect = gate::from_pairs(ratios, evidence::paired_blocks);
  EXPECT_NEAR(effect.log_ratio, 0.0105, 1e-12);
  EXPECT_NEAR(effect.standard_error, 0.0011902380714238082, 1e-12);
  EXPECT_EQ(effect.degrees_of_freedom, 5);
}

TEST(Pairs, IdenticalReadingsAreNotInfinitelySure) {
  const std::vector<double> ratios(10, 0.0);
  EXPECT_EQ(gate::from_pairs(ratios, evidence::paired_blocks).standard_error,
            gate::smallest_standard_error);
  EXPECT_THROW(gate::from_pairs(std::vector<double>{0.1}, evidence::paired_blocks),
               std::invalid_argument);
}

TEST(Runs, PoolTheVarianceOfAllGroups) {
  const std::vector<double> base{1.00, 1.02}, new_runs{1.05};
  const spread learnt{0.0004, 2};
  const auto effect = gate::from_runs(base, new_runs, learnt);
  EXPECT_NEAR(effect.log_ratio, 0.04, 1e-12);
  EXPECT_NEAR(effect.standard_error, std::sqrt((0.0002 + 0.0004) / 3 * 1.5), 1e-12);
  EXPECT_EQ(effect.degrees_of_freedom, 3);
  EXPECT_THROW(gate::from_runs(new_runs, new_runs, {}), std::invalid_argument);
}

TEST(Runs, RepeatedOnBothSidesHaveTheirOwnVariancesAsInScipy) {
  const std::vector<double> base{1.00, 1.02, 1.01, 1.01}, new_runs{1.05, 1.09, 1.10};
  const auto effect = gate::from_runs(base, new_runs, {});
  EXPECT_NEAR(effect.log_ratio / effect.standard_error, 4.427188724235731, 1e-9);
  EXPECT_NEAR(effect.degrees_of_freedom, 2.288135593220339, 1e-9);
}

TEST(Runs, TheLeastDeviationHoldsForEachSide) {
  const std::vector<double> calm{1, 1, 1}, wild{1, 1.1, 0.9};
  const auto assumed = gate::from_runs(calm, calm, {}, 0.01);
  EXPECT_NEAR(assumed.standard_error, 0.01 * std::sqrt(2.0 / 3), 1e-12);
  EXPECT_NEAR(assumed.degrees_of_freedom, 4, 1e-9);
  const auto mixed = gate::from_runs(calm, wild, {}, 0.01);
  EXPECT_NEAR(mixed.standard_error, std::sqrt((0.01 + 1e-4) / 3), 1e-12);
  EXPECT_LT(mixed.degrees_of_freedom, 2.1);
  const spread learnt{1e-8, 3};
  EXPECT_NEAR(gate::from_runs(std::vector<double>{1.0}, std::vector<double>{1.0}, learnt, 0.01)
                  .standard_error,
              0.01 * std::sqrt(2.0), 1e-12);
}

TEST(Unmeasured, HasNoEndToItsInterval) {
  const auto reach = gate::confidence_interval(unmeasured(0.03), 0.99);
  EXPECT_EQ(reach.low, -infinity);
  EXPECT_EQ(reach.high, infinity);
}

TEST(Few, EndsWithEightPairsOrFiveUnitsASideAtOnePerCent) {
  EXPECT_TRUE(few(7 - 1, 0.01));
  EXPECT_FALSE(few(8 - 1, 0.01));
  EXPECT_TRUE(few(4 + 4 - 2, 0.01));
  EXPECT_FALSE(few(5 + 5 - 2, 0.01));
  EXPECT_FALSE(few(6 - 1, 0.05));
}

TEST(Interval, OfALookIsAsWideAsItsShareOfTheErrorAsks) {
  effect_estimate effect{.standard_error = 0.001, .degrees_of_freedom = 19};
  const double unshared = gate::confidence_interval(effect, 0.998).high;
  effect.share = 0.2;
  EXPECT_NEAR(gate::confidence_interval(effect, 0.99).high, unshared, 1e-15);
}

TEST(Sessions, OfEqualCodeWidenOnly) {
  const effect_estimate sharp{.log_ratio = 0.01, .standard_error = 0.001, .degrees_of_freedom = 20};
  const std::vector<double> wild{0.003, -0.004}, tame{0.0001, 0.0001};
  EXPECT_NEAR(gate::widen_to_session_spread(sharp, wild).standard_error, std::sqrt(12.5e-6), 1e-12);
  EXPECT_EQ(gate::widen_to_session_spread(sharp, wild).degrees_of_freedom, 2);
  EXPECT_EQ(gate::widen_to_session_spread(sharp, tame).standard_error, 0.001);
  EXPECT_EQ(gate::widen_to_session_spread(sharp, {}).degrees_of_freedom, 20);
}

TEST(Interval, CoversTheTruthAsOftenAsItSays) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal(0.01, 0.004);
  int covered = 0;
  constexpr int streams = 2000;
  for (int stream = 0; stream < streams; ++stream) {
    std::vector<double> ratios(24);
    for (double& ratio : ratios) ratio = normal(random);
    const auto reach =
        gate::confidence_interval(gate::from_pairs(ratios, evidence::paired_blocks), 0.95);
    covered += reach.low < 0.01 && 0.01 < reach.high;
  }
  EXPECT_NEAR(covered / double{streams}, 0.95, 0.015);
}

}  // namespace
}  // namespace retime::gate
