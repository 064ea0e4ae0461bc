#include "harness/bench/progress.h"

#include <gtest/gtest.h>

#include "harness/text/text_table.h"

namespace {

using namespace retime;

recorded_case on(processor where, std::vector<std::optional<double>> stolen_cores) {
  recorded_case made{.key = "family/variant/n=1", .runs_on = where};
  made.times.emplace();
  made.times->stats.median_ns = 9e6;
  made.times->stats.ci_low_ns = 8.9e6;
  made.times->stats.ci_high_ns = 9.1e6;
  for (const auto& stolen : stolen_cores)
    made.times->processes.push_back({.median_ns = 9e6, .stolen_cores = stolen});
  return made;
}

bool tells_of_cores(const recorded_case& result) {
  return bench::outcome_text(result).find("cores stolen") != std::string::npos;
}

TEST(ResultLine, SaysHowManyCoresWereStolenFromACpuVariant) {
  EXPECT_NE(bench::outcome_text(on(processor::cpu, {4.0, 1.0, 2.5})).find(", 2.5 cores stolen"),
            std::string::npos);
  EXPECT_TRUE(tells_of_cores(on(processor::cpu, {std::nullopt, 1.0})));
  EXPECT_FALSE(tells_of_cores(on(processor::cpu, {0.9})));
  EXPECT_FALSE(tells_of_cores(on(processor::cpu, {std::nullopt})));
  EXPECT_FALSE(tells_of_cores(on(processor::gpu, {4.0})));
}

TEST(ResultLine, FitsTheTerminalAndKeepsTheOutcome) {
  auto one = on(processor::gpu, {});
  one.key = "family/" + std::string(200, 'v') + "/n=1";
  for (const std::size_t width : {40U, 80U, 120U}) {
    const auto line = bench::result_line(one, one.key, width);
    EXPECT_LE(width_of(line), width);
    EXPECT_TRUE(line.ends_with("9.000 ms +-1.11 %")) << line;
    EXPECT_TRUE(line.starts_with("family/vvv")) << line;
  }
  EXPECT_TRUE(bench::result_line(one, one.key, 0).starts_with(one.key));
}

TEST(ResultLine, IsCutWhereAReasonAloneIsTooWide) {
  auto one = on(processor::gpu, {});
  one.outcome = status::incorrect;
  one.reason = std::string(300, 'r');
  EXPECT_EQ(width_of(bench::result_line(one, one.key, 80)), 80U);
}

benchmark_case case_of(const std::string& key) { return {.key = key}; }

TEST(ShortKey, LeavesOutWhatOnlySomeVariantsHaveIfItIsTheSame) {
  const std::vector cases{case_of("f/cpu/n=1"), case_of("f/b/n=1/block=64/unroll=2"),
                          case_of("f/c/n=1/block=64/unroll=4")};
  const auto common = bench::common_parts(cases);
  EXPECT_EQ(bench::short_key(cases[0].key, common), "cpu");
  EXPECT_EQ(bench::short_key(cases[2].key, common), "c/unroll=4");
}

TEST(ShortKey, LeavesOutWhatAllCasesHave) {
  const std::vector cases{case_of("f/a/level=3/n=1/block=64"), case_of("f/b/level=3/n=2/block=64")};
  const auto common = bench::common_parts(cases);
  EXPECT_EQ(bench::short_key(cases[0].key, common), "a/n=1");
  EXPECT_EQ(bench::short_key(cases[1].key, common), "b/n=2");
  EXPECT_TRUE(bench::common_parts({cases[0]}).empty());
}

struct some_cases {
  family of{.id = "f"};
  variant a{.id = "a"}, b{.id = "b"};
  std::vector<benchmark_case> cases{
      {.family = &of, .variant = &a, .key = "f/a/n=1"},
      {.family = &of, .variant = &a, .key = "f/a/n=2"},
      {.family = &of, .variant = &b, .key = "f/b/n=1"},
  };
  sweep::sweep_run_options options{.processes = {.least = 2, .most = 4, .budget_s = 10}};
};

TEST(TimeLeft, IsUnknownBeforeTheFirstTurn) {
  some_cases some;
  EXPECT_FALSE(bench::time_left(some.cases, {}, some.options).seconds());
}

TEST(TimeLeft, TakesWhatACaseItsVariantOrItsFamilyTook) {
  some_cases some;
  bench::time_left left(some.cases, {}, some.options);
  left.took(some.cases[0], 3);  // one turn of it is left, two of each other one
  EXPECT_DOUBLE_EQ(left.seconds().value(), 3 + 2 * 3 + 2 * 3);
  left.took(some.cases[2], 1);
  EXPECT_DOUBLE_EQ(left.seconds().value(), 3 + 2 * 3 + 1);
  left.is_done(some.cases[0].key);
  EXPECT_DOUBLE_EQ(left.seconds().value(), 2 * 3 + 1);
}

TEST(TimeLeft, BelievesWhatListedCasesTookUntilTheyRan) {
  some_cases some;
  bench::time_left left(some.cases, {{"f/b/n=1", 100}}, some.options);
  left.took(some.cases[0], 1);
  EXPECT_DOUBLE_EQ(left.seconds().value(), 1 + 2 + 200);
  left.took(some.cases[2], 10);
  EXPECT_DOUBLE_EQ(left.seconds().value(), 1 + 2 + 10);
}

}  // namespace
