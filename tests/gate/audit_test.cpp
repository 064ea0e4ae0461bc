// The gate's error rates on streams whose truth is planted: 0.5 % sample noise, 1 % run-to-run
// drift.
#include "harness/gate/audit/audit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace retime::gate {
namespace {

/// The verdicts on 500 comparisons without a change, and 500 where NEW takes so much longer.
gate::confusion_matrix judged(double slowdown, evidence from,
                              const std::function<inputs(double slowdown)>& drawn) {
  gate::confusion_matrix matrix;
  for (const double injected : {0.0, slowdown}) {
    for (int stream = 0; stream < 500; ++stream) {
      const auto one = gate::compare_runs(drawn(injected), {}).cases.front();
      EXPECT_EQ(one.effect->from, from);
      matrix.add(injected, one.word);
    }
  }
  EXPECT_LE(matrix.false_share(), 0.01) << matrix.table();
  return matrix;
}

TEST(ConfusionMatrix, EqualCodeCalledFasterOrSlowerIsFalse) {
  gate::confusion_matrix matrix;
  for (const auto word : {verdict::faster, verdict::slower, verdict::same, verdict::undecided})
    matrix.add(0, word);
  matrix.add(0.01, verdict::slower);
  EXPECT_EQ(matrix.false_share(), 0.5);
}

TEST(SyntheticAudit, PairedBlocksFindOnePerCentAndCallNothingElse) {
  gate::synthetic_plan plan;
  plan.streams = 1000;
  plan.slowdowns = {0, 0.01, 0.02, -0.02};
  const auto matrix = gate::audit_synthetic(plan, {});
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
    gate::synthetic_plan plan;
    plan.machine.memory_blocks = memory_blocks;
    plan.slowdowns = {0};
    const auto matrix = gate::audit_synthetic(plan, {});
    EXPECT_LE(matrix.false_share(), 0.01) << memory_blocks << "\n" << matrix.table();
  }
}

/// Disturbed blocks, here every tenth by half as much again, must not be taken for a change.
TEST(SyntheticAudit, DisturbedBlocksDoNotFoolIt) {
  gate::synthetic_bench bench({}, 14);
  const auto matrix = judged(0.02, evidence::paired_blocks, [&](double slowdown) {
    auto [base, fresh] = bench.session(slowdown, 30, 10);
    for (auto& [block, time_ns] : fresh.cases.begin()->second.blocks_ns) {
      if (block % 10 == 0) time_ns *= 1.5;
    }
    return inputs{.base = {base}, .fresh = {fresh}};
  });
  EXPECT_GE(matrix.share(0.02, verdict::slower), 0.95) << matrix.table();
}

/// The same time, and so the same number of samples, spent on one process each.
TEST(SyntheticAudit, OneProcessEachIsUndecidedHoweverFarApart) {
  gate::synthetic_bench bench({}, 11);
  const auto matrix = judged(0.5, evidence::one_process_each, [&](double slowdown) {
    return inputs{.base = {bench.run(0, 300)}, .fresh = {bench.run(slowdown, 300)}};
  });
  EXPECT_EQ(matrix.share(0.5, verdict::undecided), 1) << matrix.table();
}

TEST(SyntheticAudit, RepeatedRunsAreHonestAboutDrift) {
  gate::synthetic_bench bench({}, 12);
  const auto matrix = judged(0.05, evidence::repeated_runs, [&](double slowdown) {
    inputs from;
    for (int run = 0; run < 6; ++run) {
      from.base.push_back(bench.run(0, 50));
      from.fresh.push_back(bench.run(slowdown, 50));
    }
    return from;
  });
  EXPECT_GE(matrix.share(0.05, verdict::slower), 0.95) << matrix.table();
}

TEST(SyntheticAudit, DriftLearntFromEqualRunsServesOneRunEach) {
  std::uint64_t seed = 5000;
  const auto matrix = judged(0.08, evidence::repeated_runs, [&](double slowdown) {
    gate::synthetic_bench bench({}, seed++);
    inputs from;
    for (int run = 0; run < 10; ++run) from.equal.push_back(bench.run(0, 50));
    from.base = {bench.run(0, 50)};
    from.fresh = {bench.run(slowdown, 50)};
    return from;
  });
  EXPECT_GE(matrix.share(0.08, verdict::slower), 0.80) << matrix.table();
}

/// A gate that took a process's samples for replicates would call most equal code different.
TEST(SyntheticAudit, TheStreamsWouldFoolANaiveGate) {
  gate::synthetic_bench bench({}, 13);
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
}  // namespace retime::gate
