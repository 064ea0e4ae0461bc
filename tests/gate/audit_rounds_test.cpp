// Rounds of processes, made up, and the comparisons that the audit builds from them.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "harness/gate/audit/rounds.h"

namespace retime::gate {
namespace {

constexpr compare_options not_corrected{.correct = correction::none};

timed_case process(double median_ns) {
  return {.median_ns = median_ns, .processes = {{0, median_ns}}, .blocks_ns = {{0, median_ns}}};
}

/// Both sides' processes differ by a deviation of `noise`, and by what all of a round share.
measured_rounds rounds_of(std::size_t count, const std::vector<double>& slowdowns, double noise,
                          double shared = 0) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  measured_rounds measured;
  for (std::size_t i = 0; i < count; ++i) {
    const double level = shared * normal(random);
    const auto time_ns = [&](double slowdown) {
      return 1e5 * (1 + slowdown) * std::exp(level + noise * normal(random));
    };
    measured.base.push_back(process(time_ns(0)));
    for (const double slowdown : slowdowns)
      measured.new_sides[slowdown].push_back(process(time_ns(slowdown)));
  }
  return measured;
}

confusion_matrix audited(std::size_t design, const measured_rounds& measured) {
  return judge_rounds(designs_across().at(design), measured, not_corrected).matrix;
}

constexpr std::size_t one_run = 0, three_runs = 1, whole_session = 2;

TEST(AuditRounds, NoProcessIsInTwoComparisons) {
  for (const std::size_t rounds : {9U, 10U, 19U, 30U, 59U, 60U}) {
    const auto measured = rounds_of(rounds, {0, 0.2}, 0.003);
    for (const double slowdown : {0.0, 0.2}) {
      EXPECT_EQ(audited(one_run, measured).total(slowdown), rounds / 10 * 2) << rounds;
      EXPECT_EQ(audited(three_runs, measured).total(slowdown), rounds / 6 * 2) << rounds;
      EXPECT_EQ(audited(whole_session, measured).total(slowdown), rounds < 60 ? 1U : 2U) << rounds;
    }
  }
  EXPECT_EQ(audited(whole_session, {}).injected().size(), 0U);
}

TEST(AuditRounds, EachDesignHasAComparisonInTheFewestRounds) {
  const auto measured = rounds_of(fewest_rounds, {0}, 0.003);
  for (const std::size_t design : {one_run, three_runs, whole_session})
    EXPECT_GE(audited(design, measured).total(0), 1U);
}

/// Runs are of different rounds, so what a round shares does not cancel; in a whole_session it
/// does.
TEST(AuditRounds, EqualCodeIsNotCalledDifferentAndTwentyPerCentAreFound) {
  const auto measured = rounds_of(600, {0, 0.2}, 0.003, 0.01);
  for (const std::size_t design : {one_run, three_runs, whole_session}) {
    const auto matrix = audited(design, measured);
    EXPECT_EQ(matrix.false_share(), 0) << design;
    EXPECT_EQ(matrix.share(0.2, verdict::slower), 1) << design;
  }
  EXPECT_GE(audited(whole_session, measured).share(0, verdict::same), 0.4);
  const auto half_widths =
      judge_rounds(designs_across()[whole_session], measured, not_corrected).half_widths;
  EXPECT_EQ(half_widths.size(), 20U);
}

TEST(AuditRounds, RunsFollowEachOtherAndSessionsTakeTurns) {
  measured_rounds drifting;
  for (int i = 0; i < 30; ++i) {
    const double time_ns = 1e5 * (1 + 0.2 * (i / 5 % 2)) * (1 + 1e-4 * (i * 7 % 5));
    drifting.base.push_back(process(time_ns));
    drifting.new_sides[0].push_back(process(time_ns * (1 + 1e-4 * (i * 3 % 5))));
  }
  const auto matrix = audited(one_run, drifting);
  EXPECT_EQ(matrix.count(0, verdict::slower), 3U);
  EXPECT_EQ(matrix.count(0, verdict::faster), 3U);
  EXPECT_EQ(audited(whole_session, drifting).count(0, verdict::same), 1U);
}

TEST(AuditRounds, WithinAProcessEachRoundIsAComparisonOfItsBlocks) {
  auto measured = rounds_of(5, {0, 0.2}, 0);
  for (auto* side : {&measured.base, &measured.new_sides[0], &measured.new_sides[0.2]}) {
    for (auto& process : *side) {
      process.processes.clear();
      for (int block = 0; block < 10; ++block) process.blocks_ns[block] = *process.median_ns;
    }
  }
  const auto matrix = judge_rounds(designs_within().front(), measured, not_corrected).matrix;
  EXPECT_EQ(matrix.count(0, verdict::same), 5U);
  EXPECT_EQ(matrix.count(0.2, verdict::slower), 5U);
}

TEST(InjectedSides, AreEqualCodeAndEachSlowDownOnce) {
  const auto longer = [](const std::vector<double>& slowdowns) {
    std::vector<int> runs{injected_sides(slowdowns).front().base};
    for (const auto& side : injected_sides(slowdowns)) runs.push_back(side.longer);
    return runs;
  };
  EXPECT_EQ(longer({}), (std::vector<int>{1, 1}));
  EXPECT_EQ(longer({0.02}), (std::vector<int>{50, 50, 51}));
  EXPECT_EQ(longer({0, 0.05, 0.01, 0.01}), (std::vector<int>{99, 99, 100, 104}));
}

/// The first look is at eight pairs: nothing counts twice.
TEST(AuditRounds, ASessionDecidesAtTheEighthRound) {
  EXPECT_EQ(audited(whole_session, rounds_of(7, {0.2}, 0.003)).count(0.2, verdict::undecided), 1U);
  EXPECT_EQ(audited(whole_session, rounds_of(8, {0.2}, 0.003)).count(0.2, verdict::slower), 1U);
}

}  // namespace
}  // namespace retime::gate
