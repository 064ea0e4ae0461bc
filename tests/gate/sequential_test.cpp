// Looking at a session while it goes on.
#include "harness/gate/sequential.h"

#include <gtest/gtest.h>

#include <random>

namespace retime::gate {
namespace {

TEST(Looks, BeginWhereFewEndsAndSpendTheErrorOnce) {
  const auto all = looks(100000, 0.01);
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < 6; ++i) first.push_back(all[i].pairs);
  EXPECT_EQ(first, (std::vector<std::size_t>{8, 10, 12, 15, 18, 22}));
  double spent = 0;
  for (const auto& look : all) spent += look.share;
  EXPECT_LE(spent, 1);
  EXPECT_GT(spent, 0.99);
  EXPECT_TRUE(looks(7, 0.01).empty());
  EXPECT_EQ(looks(6, 0.05).front().pairs, 6U);
  EXPECT_EQ(looks(4, 0.4).size(), 2U);
}

TEST(Looks, AreThoseOfTheFirstPairsAndTestedByTheirShare) {
  std::vector<double> ratios{0.021, 0.019, 0.02, 0.022, 0.018, 0.02, 0.021, 0.019, 0.02};
  const auto seen = gate::estimates_at_looks(ratios, 0.01);
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen.front().units, 8U);
  auto alone = seen.front();
  alone.share = 1;
  EXPECT_NEAR(test(seen.front(), 0.005).p_beyond, test(alone, 0.005).p_beyond / 0.2, 1e-15);
  EXPECT_EQ(test(seen.front(), 0.05).p_beyond, 1);
}

/// Equal code, looked at after every pair until 40 by a test without and with the rule.
TEST(Looks, EqualCodeIsCalledDifferentNoMoreOftenThanAccepted) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal(0, 0.01);
  constexpr double tiny_margin = 1e-9, alpha = 0.05;
  constexpr int sessions = 2000;
  int fooled = 0, claimed = 0;
  for (int session = 0; session < sessions; ++session) {
    std::vector<double> ratios;
    bool naive = false;
    for (int pair = 0; pair < 40; ++pair) {
      ratios.push_back(normal(random));
      if (ratios.size() < 6) continue;
      const auto now = gate::from_pairs(ratios, evidence::paired_processes);
      naive = naive || test(now, tiny_margin).p_beyond < alpha;
    }
    fooled += naive;
    const auto p = gate::test_over_looks(gate::estimates_at_looks(ratios, alpha), tiny_margin);
    claimed += p.p_beyond < alpha;
  }
  EXPECT_GT(fooled, 0.15 * sessions);
  EXPECT_LE(claimed, alpha * sessions);
}

TEST(Looks, MorePairsNeverTakeBackWhatIsDecided) {
  std::mt19937_64 random(4);
  std::normal_distribution<double> normal(0.012, 0.01);
  std::vector<double> ratios;
  p_values before;
  for (int pair = 0; pair < 60; ++pair) {
    ratios.push_back(normal(random));
    const auto now = gate::test_over_looks(gate::estimates_at_looks(ratios, 0.01), 0.005);
    EXPECT_LE(now.p_beyond, before.p_beyond);
    EXPECT_LE(now.p_within, before.p_within);
    before = now;
  }
  EXPECT_LT(before.p_beyond, 0.01);
}

TEST(Looks, OfTheOtherSignDoNotCount) {
  const effect_estimate slower{.log_ratio = 0.05, .standard_error = 0.001, .degrees_of_freedom = 9},
      faster{.log_ratio = -0.01, .standard_error = 0.02, .degrees_of_freedom = 9};
  EXPECT_LT(gate::test_over_looks(std::vector{slower}, 0.005).p_beyond, 1e-6);
  EXPECT_GT(gate::test_over_looks(std::vector{slower, faster}, 0.005).p_beyond, 0.5);
}

}  // namespace
}  // namespace retime::gate
