// Rounds of processes, made up, and the comparisons that the audit builds from them.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "harness/cases/repeated_runner.h"
#include "harness/gate/audit/rounds.h"

namespace retime::gate {
namespace {

constexpr gate::compare_options not_corrected{.correct = correction::none};

gate::timed_case process(double median_ns) {
  return {.median_ns = median_ns, .processes = {{0, median_ns}}, .blocks_ns = {{0, median_ns}}};
}

/// Both sides' processes differ by a deviation of `noise`, and by what all of a round share.
gate::measured_rounds rounds_of(std::size_t count, const std::vector<double>& slowdowns,
                                double noise, double shared = 0) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  gate::measured_rounds measured;
  for (std::size_t i = 0; i < count; ++i) {
    const double level = shared * normal(random);
    const auto time_ns = [&](double slowdown) {
      return 1e5 * (1 + slowdown) * std::exp(level + noise * normal(random));
    };
    measured.base.push_back(process(time_ns(0)));
    for (const double slowdown : slowdowns)
      measured.fresh[slowdown].push_back(process(time_ns(slowdown)));
  }
  return measured;
}

gate::confusion_matrix audited(std::size_t design, const gate::measured_rounds& measured) {
  return gate::judge_rounds(gate::designs_across().at(design), measured, not_corrected).matrix;
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
  const auto measured = rounds_of(gate::fewest_rounds, {0}, 0.003);
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
  const auto known =
      gate::judge_rounds(gate::designs_across()[whole_session], measured, not_corrected)
          .half_widths;
  EXPECT_EQ(known.size(), 20U);
}

TEST(AuditRounds, RunsFollowEachOtherAndSessionsTakeTurns) {
  gate::measured_rounds drifting;
  for (int i = 0; i < 30; ++i) {
    const double time_ns = 1e5 * (1 + 0.2 * (i / 5 % 2)) * (1 + 1e-4 * (i * 7 % 5));
    drifting.base.push_back(process(time_ns));
    drifting.fresh[0].push_back(process(time_ns * (1 + 1e-4 * (i * 3 % 5))));
  }
  const auto matrix = audited(one_run, drifting);
  EXPECT_EQ(matrix.count(0, verdict::slower), 3U);
  EXPECT_EQ(matrix.count(0, verdict::faster), 3U);
  EXPECT_EQ(audited(whole_session, drifting).count(0, verdict::same), 1U);
}

/// The first look is at eight pairs: nothing counts twice.
TEST(AuditRounds, ASessionDecidesAtTheEighthRound) {
  EXPECT_EQ(audited(whole_session, rounds_of(7, {0.2}, 0.003)).count(0.2, verdict::undecided), 1U);
  EXPECT_EQ(audited(whole_session, rounds_of(8, {0.2}, 0.003)).count(0.2, verdict::slower), 1U);
}

TEST(RunsToLengthen, AreTheFewestForAllSlowDowns) {
  const std::vector<double> none{0}, one{0.03}, several{0, 0.01, 0.05};
  EXPECT_EQ(cases::runs_to_lengthen(none), 1);
  EXPECT_EQ(cases::runs_to_lengthen(one), 33);
  EXPECT_EQ(cases::lengthening_by(0.03).longer, 34);
  EXPECT_EQ(cases::runs_to_lengthen(several), 99);
  EXPECT_NEAR(cases::lengthened(99, 0.05).slowdown(), 0.05, 0.05 / 50);
}

}  // namespace
}  // namespace retime::gate
