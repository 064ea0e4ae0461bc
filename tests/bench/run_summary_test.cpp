#include "harness/bench/run_summary.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/bench/shown_cases.h"

namespace retime::bench {
namespace {

using namespace shown_cases;

TEST(RunSummary, TakesTheBestConfigurationOfEachVariantAtEachWorkload) {
  const auto run = run_of({timed("slow", 64, 4e6), timed("fast", 64, 3e6, 64),
                           timed("fast", 64, 2e6, 256), timed("fast", 128, 5e6)});
  const auto summary = summary_of(run);
  ASSERT_EQ(summary.groups.size(), 2U);
  EXPECT_EQ(name_of(summary.groups[0]), "heat/n=64");
  const auto& rows = summary.groups[0].rows;
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].best, &run.cases[2]);
  EXPECT_EQ(rows[0].configurations, 2U);
  EXPECT_EQ(bench::configuration_of(*rows[0].best, summary), "block=256");
  EXPECT_TRUE(rows[0].is_fastest);
  EXPECT_FALSE(rows[1].is_fastest);
}

TEST(RunSummary, NamesOfAConfigurationWhatTheRunHasSeveralOf) {
  auto wide = timed("fast", 64, 3e6, 256), narrow = timed("fast", 64, 2e6, 64);
  for (auto* configured : {&wide, &narrow}) {
    configured->axes["unroll"] = std::int64_t{4};
    configured->tuning.emplace_back("unroll");
  }
  const auto both = run_of({wide, narrow}), alone = run_of({wide});
  EXPECT_EQ(bench::configuration_of(both.cases[1], summary_of(both)), "block=64");
  EXPECT_EQ(bench::configuration_of(alone.cases[0], summary_of(alone)), "block=256 unroll=4");
}

TEST(RunSummary, DividesByTheBaseOfTheSameWorkload) {
  const auto run = run_of({timed("slow", 64, 4e6), over(timed("fast", 64, 2e6), "slow"),
                           over(timed("fast", 128, 2e6), "slow")});
  const auto summary = summary_of(run);
  EXPECT_DOUBLE_EQ(summary.groups[0].rows[0].over_base.value(), 2);
  EXPECT_FALSE(summary.groups[1].rows[0].over_base);
}

TEST(RunSummary, KeepsFormsApartAndSearchesOut) {
  auto trial = timed("fast", 64, 1e6, 32);
  trial.tuning_role = "search";
  const auto run = run_of({with_form(timed("fast", 64, 3e6), true),
                           with_form(timed("fast", 64, 2e6, 512), false), trial});
  const auto summary = summary_of(run);
  ASSERT_EQ(summary.groups[0].rows.size(), 2U);
  EXPECT_EQ(summary.groups[0].rows[0].best->form(), "tuned");
  EXPECT_EQ(summary.groups[0].rows[1].best->form(), "as printed");
}

TEST(RunSummary, PutsCpuVariantsLastAndCallsNoneOfThemFastest) {
  auto cpu = timed("cpu", 64, 1e6);
  cpu.runs_on = processor::cpu;
  const auto run = run_of({cpu, timed("fast", 64, 2e6)});
  const auto summary = summary_of(run);
  EXPECT_EQ(summary.groups[0].rows[0].best->variant, "fast");
  EXPECT_TRUE(summary.groups[0].rows[0].is_fastest);
  EXPECT_FALSE(summary.groups[0].rows[1].is_fastest);
}

TEST(RunSummary, CountsWhatBecameOfTheCases) {
  auto emulated = timed("fast", 32, 1e6), noisy = timed("slow", 64, 1e6);
  emulated.emulated = true;
  noisy.times->noisy = true;
  const auto run = run_of({emulated, noisy, failed("fast", 64, status::incorrect, "off by 3"),
                           failed("fast", 128, status::constraint, "block too large")});
  const auto summary = summary_of(run);
  EXPECT_EQ(summary.emulated, 1U);
  EXPECT_EQ(summary.noisy, 1U);
  ASSERT_EQ(summary.not_correct.size(), 1U);
  EXPECT_EQ(bench::counts_text(summary),
            "4 cases: 2 correct, 1 incorrect, 1 constraint; 1 emulated, which gives answers and no "
            "GPU times; 1 noisy (!): half the interval is wider than was asked\n"
            "  incorrect: heat/fast/n=64/block=128: off by 3\n");
}

TEST(RunSummary, NeverShowsAnEmulatedTime) {
  auto emulated = timed("fast", 32, 1e6);
  emulated.emulated = true;
  const auto run = run_of({emulated});
  EXPECT_TRUE(summary_of(run).groups.empty());
  EXPECT_EQ(bench::summary_text(run, {}).find(" ms"), std::string::npos);
}

TEST(RunSummary, HasAColumnOfEnergyWhereARunSaysIt) {
  auto fast = timed("fast", 64, 2e6);
  const auto without = run_of({fast});
  fast.times->energy_j = 0.25;
  const auto with = run_of({fast});
  EXPECT_EQ(bench::summary_table(summary_of(without)).for_terminal({}).find("energy"),
            std::string::npos);
  const auto text = bench::summary_table(summary_of(with)).for_terminal({});
  EXPECT_NE(text.find("  energy  "), std::string::npos) << text;
  EXPECT_NE(text.find("  0.2500 J  "), std::string::npos) << text;
  EXPECT_EQ(bench::summary_json(summary_of(with))["groups"][0]["rows"][0]["energy_j"], 0.25);
}

TEST(RunSummary, FitsEightyColumns) {
  auto fast = over(timed("warp_in_block_mwc64x", 64, 1.234e6), "slow");
  fast.axes.emplace("cells_per_thread_and_more", std::int64_t{16});
  fast.tuning.emplace_back("cells_per_thread_and_more");
  fast.work.bytes = 1e6;
  fast.ceiling_bytes_per_s = 4e12;
  const auto run = run_of({with_form(fast, true), timed("slow", 64, 12.34e9)});
  const auto table = bench::summary_table(summary_of(run)).for_terminal({.width = 80});
  std::size_t begin = 0;
  for (auto end = table.find('\n'); end != table.npos; end = table.find('\n', begin)) {
    EXPECT_LE(end - begin, 80U) << table;
    begin = end + 1;
  }
  EXPECT_NE(table.find("\n    block=128 cells_per_thread_and_more=16\n"), std::string::npos)
      << table;
}

TEST(RunSummary, IsJsonWithTheNumbersThemselves) {
  const auto run = run_of({timed("slow", 64, 4e6), over(timed("fast", 64, 2e6), "slow")});
  const auto summary = bench::summary_json(summary_of(run));
  const auto& row = summary["groups"][0]["rows"][0];
  EXPECT_EQ(row["median_ns"], 2e6);
  EXPECT_EQ(row["over_base"], 2.0);
  EXPECT_EQ(row["tuning"]["block"], 128);
  EXPECT_EQ(summary["outcomes"]["correct"], 2);
}

}  // namespace
}  // namespace retime::bench
