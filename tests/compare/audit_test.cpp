// The gate's error rates on streams whose truth is planted: 0.5 % sample noise, 1 % run-to-run
// drift.
#include "harness/audit/audit.h"

#include <gtest/gtest.h>

#include <cmath>

namespace retime::compare {
namespace {

TEST(SyntheticAudit, PairedBlocksFindOnePerCentAndCallNothingElse) {
  synthetic_plan plan;
  plan.streams = 1000;
  plan.slowdowns = {0, 0.01, 0.02, -0.02};
  const auto matrix = audit_synthetic(plan, {});
  EXPECT_EQ(matrix.total(0), 1000U);
  EXPECT_LE(matrix.false_share(), 0.01) << matrix.table();
  EXPECT_LE(matrix.share(0, verdict::undecided), 0.10) << matrix.table();
  EXPECT_GE(matrix.share(0.02, verdict::slower), 0.95) << matrix.table();
  EXPECT_GE(matrix.share(0.01, verdict::slower), 0.80) << matrix.table();
  EXPECT_GE(matrix.share(-0.02, verdict::faster), 0.95) << matrix.table();
}

/// How fast the machine drifts is nobody's choice: it may cost power, never the truth.
TEST(SyntheticAudit, FalseVerdictsStayRareHoweverFastTheDriftIs) {
  for (const double memory_blocks : {0.1, 1.0, 100.0}) {
    synthetic_plan plan;
    plan.machine.memory_blocks = memory_blocks;
    plan.slowdowns = {0};
    const auto matrix = audit_synthetic(plan, {});
    EXPECT_LE(matrix.false_share(), 0.01) << memory_blocks << "\n" << matrix.table();
  }
}

/// Disturbed blocks, here every tenth by half as much again, must not be taken for a change.
TEST(SyntheticAudit, DisturbedBlocksDoNotFoolIt) {
  synthetic_bench bench({}, 14);
  confusion_matrix matrix;
  for (const double slowdown : {0.0, 0.02}) {
    for (int stream = 0; stream < 500; ++stream) {
      auto [base, fresh] = bench.session(slowdown, 30, 10);
      for (auto& [block, time_ns] : fresh.cases.begin()->second.blocks_ns) {
        if (block % 10 == 0) time_ns *= 1.5;
      }
      inputs from;
      from.base.push_back(std::move(base));
      from.fresh.push_back(std::move(fresh));
      matrix.add(slowdown, compare_runs(from, {}).cases.front().word);
    }
  }
  EXPECT_LE(matrix.false_share(), 0.01) << matrix.table();
  EXPECT_GE(matrix.share(0.02, verdict::slower), 0.95) << matrix.table();
}

/// The same time, and so the same number of samples, spent on one process each.
TEST(SyntheticAudit, OneRunEachIsUndecidedRatherThanWrong) {
  synthetic_bench bench({}, 11);
  confusion_matrix matrix;
  for (const double slowdown : {0.0, 0.02}) {
    for (int stream = 0; stream < 500; ++stream) {
      inputs from;
      from.base.push_back(bench.run(0, 300));
      from.fresh.push_back(bench.run(slowdown, 300));
      const auto result = compare_runs(from, {});
      EXPECT_EQ(result.cases.front().effect->from, evidence::assumed_drift);
      matrix.add(slowdown, result.cases.front().word);
    }
  }
  EXPECT_LE(matrix.false_share(), 0.01) << matrix.table();
  EXPECT_GE(matrix.share(0.02, verdict::undecided), 0.80) << matrix.table();
}

TEST(SyntheticAudit, RepeatedRunsAreHonestAboutDrift) {
  synthetic_bench bench({}, 12);
  confusion_matrix matrix;
  for (const double slowdown : {0.0, 0.05}) {
    for (int stream = 0; stream < 500; ++stream) {
      inputs from;
      for (int run = 0; run < 6; ++run) {
        from.base.push_back(bench.run(0, 50));
        from.fresh.push_back(bench.run(slowdown, 50));
      }
      matrix.add(slowdown, compare_runs(from, {}).cases.front().word);
    }
  }
  EXPECT_LE(matrix.false_share(), 0.01) << matrix.table();
  EXPECT_GE(matrix.share(0.05, verdict::slower), 0.95) << matrix.table();
}

TEST(SyntheticAudit, DriftLearntFromEqualRunsServesOneRunEach) {
  confusion_matrix matrix;
  for (const double slowdown : {0.0, 0.08}) {
    for (int stream = 0; stream < 500; ++stream) {
      synthetic_bench bench({}, 5000 + stream);
      inputs from;
      for (int run = 0; run < 10; ++run) from.equal.push_back(bench.run(0, 50));
      from.base.push_back(bench.run(0, 50));
      from.fresh.push_back(bench.run(slowdown, 50));
      const auto one = compare_runs(from, {}).cases.front();
      EXPECT_EQ(one.effect->from, evidence::repeated_runs);
      matrix.add(slowdown, one.word);
    }
  }
  EXPECT_LE(matrix.false_share(), 0.01) << matrix.table();
  EXPECT_GE(matrix.share(0.08, verdict::slower), 0.80) << matrix.table();
}

/// A gate that took a process's samples for replicates would call most equal code different.
TEST(SyntheticAudit, TheStreamsWouldFoolANaiveGate) {
  synthetic_bench bench({}, 13);
  int fooled = 0;
  for (int stream = 0; stream < 500; ++stream) {
    const auto base = bench.run(0, 300), fresh = bench.run(0, 300);
    const auto &a = base.cases.begin()->second, &b = fresh.cases.begin()->second;
    const double error = std::hypot(a.within, b.within);
    fooled += std::abs(std::log(*b.median_ns / *a.median_ns)) > 2.58 * error;
  }
  EXPECT_GE(fooled, 400);
}

}  // namespace
}  // namespace retime::compare
