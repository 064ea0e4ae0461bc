// The gate's error rates on streams whose truth is planted: 0.5 % sample noise, 1 % run-to-run
// drift.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <utility>

#include "harness/gate/audit/confusion_matrix.h"
#include "harness/gate/compare.h"
#include "harness/gate/readers/readers.h"

namespace retime::gate {
namespace {

struct synthetic_machine {
  double time_ns = 100e3;  ///< what the case takes on the undisturbed machine
  double sample_noise =
      0.005;            ///< relative standard deviation of a sample about the level of its moment
  double drift = 0.01;  ///< relative standard deviation of the level from one run to another
  double memory_blocks = 8;  ///< within a session the level forgets itself over this many blocks
};

timing_run holding(timed_case times, const char* session) {
  timing_run run{.source = "synthetic", .session = session};
  run.cases["synthetic"] = std::move(times);
  return run;
}

/// Draws runs. Times are log-normal about a level that is a stationary Gaussian process (Ornstein
/// and Uhlenbeck): two runs at different times have independent levels, blocks side by side nearly
/// the same one.
class synthetic_bench {
 public:
  synthetic_bench(const synthetic_machine& machine, std::uint64_t seed)
      : machine_(machine), random_(seed) {}

  /// Two builds interleaved in one session, in random order within each block. NEW takes `slowdown`
  /// longer.
  std::pair<timing_run, timing_run> session(double slowdown, int blocks, int samples_per_block) {
    pass_time(std::numeric_limits<double>::infinity());
    timed_case base, slower;
    std::vector<double> all_base, all_slower;
    std::bernoulli_distribution base_first;
    for (int block = 0; block < blocks; ++block) {
      const bool first = base_first(random_);
      for (const bool is_base : {first, !first}) {
        pass_time(0.5);
        const auto times_ns = samples(is_base ? 0 : slowdown, samples_per_block);
        auto& all = is_base ? all_base : all_slower;
        all.insert(all.end(), times_ns.begin(), times_ns.end());
        timed_case of_block;
        take_samples(of_block, times_ns);
        (is_base ? base : slower).blocks_ns[block] = *of_block.median_ns;
      }
    }
    take_samples(base, all_base);
    take_samples(slower, all_slower);
    return {holding(base, "one"), holding(slower, "one")};
  }

  /// One process at a time of its own.
  timing_run run(double slowdown, int count) {
    pass_time(std::numeric_limits<double>::infinity());
    timed_case times;
    take_samples(times, samples(slowdown, count));
    return holding(times, "");
  }

 private:
  double normal() { return normal_(random_); }

  void pass_time(double blocks) {
    const double kept = std::exp(-blocks / machine_.memory_blocks);
    level_ = kept * level_ + std::sqrt(1 - kept * kept) * machine_.drift * normal();
  }

  std::vector<double> samples(double slowdown, int count) {
    std::vector<double> times_ns;
    for (int i = 0; i < count; ++i) {
      const double log_time = std::log1p(slowdown) + level_ + machine_.sample_noise * normal();
      times_ns.push_back(machine_.time_ns * std::exp(log_time));
    }
    return times_ns;
  }

  synthetic_machine machine_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  double level_ = 0;  ///< log of the speed's deviation, now
};

/// Comparisons of one interleaved session each, decided alone (so nothing is corrected away).
confusion_matrix judged_sessions(const synthetic_machine& machine, int sessions,
                                 const std::vector<double>& slowdowns) {
  confusion_matrix matrix;
  synthetic_bench bench(machine, 1);
  for (const double slowdown : slowdowns) {
    for (int i = 0; i < sessions; ++i) {
      const auto [base, slower] = bench.session(slowdown, 30, 10);
      matrix.add(slowdown,
                 compare_runs({.base = {base}, .new_runs = {slower}}, {}).cases.front().word);
    }
  }
  return matrix;
}

/// The verdicts on 500 comparisons without a change, and 500 where NEW takes so much longer.
confusion_matrix judged(double slowdown, evidence expected,
                        const std::function<inputs(double slowdown)>& drawn) {
  confusion_matrix matrix;
  for (const double injected : {0.0, slowdown}) {
    for (int stream = 0; stream < 500; ++stream) {
      const auto result = compare_runs(drawn(injected), {}).cases.front();
      EXPECT_EQ(result.effect->basis, expected);
      matrix.add(injected, result.word);
    }
  }
  EXPECT_LE(matrix.false_share(), 0.01) << matrix.table();
  return matrix;
}

TEST(SyntheticAudit, PairedBlocksFindOnePerCentAndCallNothingElse) {
  const auto matrix = judged_sessions({}, 1000, {0, 0.01, 0.02, -0.02});
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
    const auto matrix = judged_sessions({.memory_blocks = memory_blocks}, 500, {0});
    EXPECT_LE(matrix.false_share(), 0.01) << memory_blocks << "\n" << matrix.table();
  }
}

/// Disturbed blocks, here every tenth by half as much again, must not be taken for a change.
TEST(SyntheticAudit, DisturbedBlocksDoNotFoolIt) {
  synthetic_bench bench({}, 14);
  const auto matrix = judged(0.02, evidence::paired_blocks, [&](double slowdown) {
    auto [base, slower] = bench.session(slowdown, 30, 10);
    for (auto& [block, time_ns] : slower.cases.begin()->second.blocks_ns) {
      if (block % 10 == 0) time_ns *= 1.5;
    }
    return inputs{.base = {base}, .new_runs = {slower}};
  });
  EXPECT_GE(matrix.share(0.02, verdict::slower), 0.95) << matrix.table();
}

/// The same time, and so the same number of samples, spent on one process each.
TEST(SyntheticAudit, OneProcessEachIsUndecidedHoweverFarApart) {
  synthetic_bench bench({}, 11);
  const auto matrix = judged(0.5, evidence::one_process_each, [&](double slowdown) {
    return inputs{.base = {bench.run(0, 300)}, .new_runs = {bench.run(slowdown, 300)}};
  });
  EXPECT_EQ(matrix.share(0.5, verdict::undecided), 1) << matrix.table();
}

TEST(SyntheticAudit, RepeatedRunsAreHonestAboutDrift) {
  synthetic_bench bench({}, 12);
  const auto matrix = judged(0.05, evidence::repeated_runs, [&](double slowdown) {
    inputs runs;
    for (int i = 0; i < 6; ++i) {
      runs.base.push_back(bench.run(0, 50));
      runs.new_runs.push_back(bench.run(slowdown, 50));
    }
    return runs;
  });
  EXPECT_GE(matrix.share(0.05, verdict::slower), 0.95) << matrix.table();
}

TEST(SyntheticAudit, DriftLearntFromEqualRunsServesOneRunEach) {
  std::uint64_t seed = 5000;
  const auto matrix = judged(0.08, evidence::repeated_runs, [&](double slowdown) {
    synthetic_bench bench({}, seed++);
    inputs runs;
    for (int i = 0; i < 10; ++i) runs.equal.push_back(bench.run(0, 50));
    runs.base = {bench.run(0, 50)};
    runs.new_runs = {bench.run(slowdown, 50)};
    return runs;
  });
  EXPECT_GE(matrix.share(0.08, verdict::slower), 0.80) << matrix.table();
}

/// A gate that took a process's samples for replicates would call most equal code different.
TEST(SyntheticAudit, TheStreamsWouldFoolANaiveGate) {
  synthetic_bench bench({}, 13);
  int fooled = 0;
  for (int stream = 0; stream < 500; ++stream) {
    const auto base = bench.run(0, 300), equal = bench.run(0, 300);
    const auto &a = base.cases.begin()->second, &b = equal.cases.begin()->second;
    const double error = std::hypot(a.within, b.within);
    fooled += std::abs(std::log(*b.median_ns / *a.median_ns)) > 2.58 * error;
  }
  EXPECT_GE(fooled, 400);
}

}  // namespace
}  // namespace retime::gate
