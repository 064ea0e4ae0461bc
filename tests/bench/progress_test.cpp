#include "harness/bench/progress.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/text/text_table.h"
#include "tests/gate/written_run.h"

namespace retime::bench {
namespace {

recorded_case timed_on(processor runs_on, std::vector<std::optional<double>> stolen_cores) {
  recorded_case made{.key = "family/variant/n=1", .runs_on = runs_on};
  made.times.emplace();
  made.times->stats.median_ns = 9e6;
  made.times->stats.ci_low_ns = 8.9e6;
  made.times->stats.ci_high_ns = 9.1e6;
  for (const auto& stolen : stolen_cores)
    made.times->processes.push_back({.median_ns = 9e6, .stolen_cores = stolen});
  return made;
}

bool tells_of_cores(const recorded_case& result) {
  return outcome_text(result).find("cores stolen") != std::string::npos;
}

TEST(ResultLine, SaysHowManyCoresWereStolenFromACpuVariant) {
  EXPECT_NE(outcome_text(timed_on(processor::cpu, {4.0, 1.0, 2.5})).find(", 2.5 cores stolen"),
            std::string::npos);
  EXPECT_TRUE(tells_of_cores(timed_on(processor::cpu, {std::nullopt, 1.0})));
  EXPECT_FALSE(tells_of_cores(timed_on(processor::cpu, {0.9})));
  EXPECT_FALSE(tells_of_cores(timed_on(processor::cpu, {std::nullopt})));
  EXPECT_FALSE(tells_of_cores(timed_on(processor::gpu, {4.0})));
}

TEST(ResultLine, FitsTheTerminalAndKeepsTheOutcome) {
  auto result = timed_on(processor::gpu, {});
  result.key = "family/" + std::string(200, 'v') + "/n=1";
  for (const std::size_t width : {40U, 80U, 120U}) {
    const auto line = result_line(result, result.key, width);
    EXPECT_LE(width_of(line), width);
    EXPECT_TRUE(line.ends_with("9.000 ms +-1.11 %")) << line;
    EXPECT_TRUE(line.starts_with("family/vvv")) << line;
  }
  EXPECT_TRUE(result_line(result, result.key, 0).starts_with(result.key));
}

TEST(ResultLine, IsCutWhereAReasonAloneIsTooWide) {
  auto result = timed_on(processor::gpu, {});
  result.outcome = status::incorrect;
  result.reason = std::string(300, 'r');
  EXPECT_EQ(width_of(result_line(result, result.key, 80)), 80U);
}

benchmark_case keyed(const std::string& key) { return {.key = key}; }

TEST(ShortKey, LeavesOutWhatOnlySomeVariantsHaveIfItIsTheSame) {
  const std::vector cases{keyed("f/cpu/n=1"), keyed("f/b/n=1/block=64/unroll=2"),
                          keyed("f/c/n=1/block=64/unroll=4")};
  const auto common = common_parts(cases);
  EXPECT_EQ(short_key(cases[0].key, common), "cpu");
  EXPECT_EQ(short_key(cases[2].key, common), "c/unroll=4");
}

TEST(ShortKey, LeavesOutWhatAllCasesHave) {
  const std::vector cases{keyed("f/a/level=3/n=1/block=64"), keyed("f/b/level=3/n=2/block=64")};
  const auto common = common_parts(cases);
  EXPECT_EQ(short_key(cases[0].key, common), "a/n=1");
  EXPECT_EQ(short_key(cases[1].key, common), "b/n=2");
  EXPECT_TRUE(common_parts({cases[0]}).empty());
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
  EXPECT_FALSE(time_left(some.cases, {}, some.options).seconds());
}

TEST(TimeLeft, TakesWhatACaseItsVariantOrItsFamilyTook) {
  some_cases some;
  time_left left(some.cases, {}, some.options);
  left.took(some.cases[0], 3);  // one turn of it is left, two of each other one
  EXPECT_DOUBLE_EQ(left.seconds().value(), 3 + 2 * 3 + 2 * 3);
  left.took(some.cases[2], 1);
  EXPECT_DOUBLE_EQ(left.seconds().value(), 3 + 2 * 3 + 1);
  left.is_done(some.cases[0].key);
  EXPECT_DOUBLE_EQ(left.seconds().value(), 2 * 3 + 1);
}

TEST(TimeLeft, BelievesWhatListedCasesTookUntilTheyRan) {
  some_cases some;
  time_left left(some.cases, {{"f/b/n=1", 100}}, some.options);
  left.took(some.cases[0], 1);
  EXPECT_DOUBLE_EQ(left.seconds().value(), 1 + 2 + 200);
  left.took(some.cases[2], 10);
  EXPECT_DOUBLE_EQ(left.seconds().value(), 1 + 2 + 10);
}

/// A GPU case with these readings of the SM clock.
recorded_case at_clocks(const std::vector<double>& clocks_mhz) {
  auto record = gate::record("carpet/c_compact", 1e6, {1e6, 1e6});
  auto& states = record["measurement"]["states"] = nlohmann::json::array();
  for (const double mhz : clocks_mhz) states.push_back({{"sm_clock_mhz", mhz}});
  return case_of(record);
}

std::string said_of(const std::map<std::string, recorded_case>& cases, bool locked = false) {
  return floating_clocks(cases, locked).value_or("");
}

TEST(FloatingClocks, AreThoseThatDifferWithinOrAmongCases) {
  EXPECT_EQ(said_of({{"a", at_clocks({1980, 1980})}, {"b", at_clocks({1935, 1980})}}), "");
  EXPECT_EQ(
      said_of({{"a", at_clocks({1500, 1980})}}),
      "the SM clock went from 1500 to 1980 MHz between samples; --lock-clocks keeps it at one");
  EXPECT_NE(said_of({{"a", at_clocks({1800})}, {"b", at_clocks({1980})}}).find("1800 to 1980"),
            std::string::npos);
}

TEST(FloatingClocks, LetASingleReadingOfManyPass) {
  std::vector<double> readings(20, 1980);
  readings[3] = 345;
  EXPECT_EQ(said_of({{"a", at_clocks(readings)}}), "");
}

TEST(FloatingClocks, SayNothingOfTheEmulationAndOfTheCpu) {
  auto emulated = at_clocks({1500, 1980});
  emulated.emulated = true;
  EXPECT_EQ(said_of({{"a", emulated}, {"b", at_clocks({})}}), "");
}

TEST(FloatingClocks, ThatWereLockedDidNotGetThePower) {
  EXPECT_EQ(said_of({{"a", at_clocks({1500, 1980})}}, true),
            "the SM clock went from 1500 to 1980 MHz, though locked: power or heat did not allow "
            "more");
}

}  // namespace
}  // namespace retime::bench
