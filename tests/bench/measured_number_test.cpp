#include "harness/bench/measured_number.h"

#include <gtest/gtest.h>

#include "harness/bench/paper_table.h"
#include "tests/bench/shown_cases.h"
#include "tests/complaint.h"

namespace retime::bench {
namespace {

using namespace shown_cases;

bench::published_table table_of(bench::quantity kind, const std::string& over = "") {
  return {.family = "heat",
          .paper = "p",
          .where = "Table I",
          .text = "t",
          .kind = kind,
          .scaled = {},
          .numbers = {{.what = "w", .variant = "fast", .over = over, .axes = {}, .value = 2}}};
}

std::optional<bench::measured_number> found(const bench::published_table& table,
                                            const recorded_run& run, form wanted = form::tuned) {
  return measured(table, table.numbers.front(), run, wanted);
}

TEST(MeasuredNumber, IsATimeInSeconds) {
  const auto run = run_of({timed("fast", 64, 3e6), timed("fast", 64, 2e6, 256)});
  EXPECT_DOUBLE_EQ(found(table_of(quantity::time), run)->value, 2e-3);
}

TEST(MeasuredNumber, AsPrintedIsOfThePrintedFormAlone) {
  const auto run = run_of(
      {with_form(timed("fast", 64, 3e6), true), with_form(timed("fast", 64, 2e6, 256), false)});
  EXPECT_DOUBLE_EQ(found(table_of(quantity::time), run, form::as_printed)->value, 3e-3);
  EXPECT_DOUBLE_EQ(found(table_of(quantity::time), run, form::tuned)->value, 2e-3);
}

TEST(MeasuredNumber, CoefficientIsThatOfPlainLeastSquares) {
  auto table = table_of(quantity::coefficient);
  table.power = 3;
  table.at_most = 100;
  const auto run = run_of(
      {timed("fast", 10, 1e3 * 2), timed("fast", 100, 1e6 * 3), timed("fast", 1000, 1e9 * 50)});
  // a = (10^3 t_10 + 100^3 t_100) / (10^6 + 100^6), t in ns
  EXPECT_NEAR(found(table, run)->value, (1e3 * 2e3 + 1e6 * 3e6) / (1e6 + 1e12) * 1e-9, 1e-20);
  EXPECT_EQ(found(table, run)->size, 100);
  EXPECT_FALSE(found(table, run_of({timed("fast", 10, 1e3)})));  // a point is no line
}

TEST(MeasuredNumber, RatioIsOfTheLargestCommonWorkload) {
  const auto table = table_of(quantity::time_ratio, "slow");
  const auto run = run_of({timed("fast", 64, 1e6), timed("slow", 64, 2e6), timed("fast", 128, 1e6),
                           timed("slow", 128, 5e6), timed("slow", 256, 9e6)});
  EXPECT_DOUBLE_EQ(found(table, run)->value, 5);
  EXPECT_EQ(found(table, run)->size, 128);
}

TEST(MeasuredNumber, NeverDividesAcrossRuns) {
  const auto table = table_of(quantity::time_ratio, "slow");
  const std::vector runs{run_of({timed("fast", 64, 1e6)}), run_of({timed("slow", 64, 5e6)})};
  EXPECT_FALSE(bench::measured(table, table.numbers.front(), runs, bench::form::tuned));
}

TEST(MeasuredNumber, OfSeveralRunsIsThatOfTheLargestSize) {
  const auto table = table_of(quantity::time_ratio, "slow");
  const std::vector runs{run_of({timed("fast", 64, 1e6), timed("slow", 64, 5e6)}),
                         run_of({timed("fast", 256, 1e6), timed("slow", 256, 6e6)})};
  EXPECT_DOUBLE_EQ(bench::measured(table, table.numbers.front(), runs, form::tuned)->value, 6);
}

TEST(MeasuredNumber, RateRatioTakesEachSidesBestWork) {
  const auto table = table_of(quantity::rate_ratio, "slow");
  auto fast = timed("fast", 64, 1e6), slow = timed("slow", 16, 4e6);
  fast.work.items = 1e6;
  slow.work.items = 1e5;
  EXPECT_DOUBLE_EQ(found(table, run_of({fast, slow}))->value, 40);
}

TEST(MeasuredNumber, OfASampleIsScaledAndSaysSo) {
  auto table = table_of(quantity::time);
  table.scaled = {"n", "sources"};
  auto sample = timed("fast", 64, 1e6);
  sample.axes["sources"] = std::string("4");
  EXPECT_DOUBLE_EQ(found(table, run_of({sample}))->value, 16e-3);
  EXPECT_TRUE(found(table, run_of({sample}))->sampled);
  auto whole = timed("fast", 64, 20e6);
  whole.axes["sources"] = std::string("all");
  EXPECT_DOUBLE_EQ(found(table, run_of({sample, whole}))->value, 20e-3);
  EXPECT_FALSE(found(table, run_of({sample, whole}))->sampled);
}

TEST(MeasuredNumber, IsNoneOfEmulatedTimes) {
  auto one = timed("fast", 64, 1e6);
  one.emulated = true;
  EXPECT_FALSE(found(table_of(bench::quantity::time), run_of({one})));
}

TEST(PaperTable, PutsNumbersAndRatiosSideBySide) {
  const std::vector tables{table_of(quantity::time)};
  auto noisy = with_form(timed("fast", 64, 4e9), true);
  noisy.times->noisy = true;
  const std::vector runs{run_of({noisy, with_form(timed("fast", 64, 1e9, 256), false)})};
  const auto rows = bench::paper_rows(tables, "heat", runs);
  EXPECT_EQ(bench::paper_table(rows).for_terminal({}),
            "Table I: t\n"
            "     paper  as printed  / paper    tuned  / paper\n"
            "w  2.000 s    4.000 s!        2  1.000 s      0.5\n");
  EXPECT_EQ(bench::legend_of(rows), "! rests on a time that missed its precision\n");
}

TEST(PaperTable, SaysUpToWhichSizeARangeWasMeasured) {
  auto range = table_of(quantity::time_ratio, "slow");
  range.at_most = 1000;
  const std::vector tables{range};
  const std::vector runs{run_of({timed("fast", 64, 1e6), timed("slow", 64, 5e6),
                                 timed("fast", 256, 1e6), timed("slow", 256, 6e6)})};
  EXPECT_EQ(bench::legend_of(bench::paper_rows(tables, "heat", runs)),
            "Table I: measured up to size 256\n");
}

TEST(Published, NamesWhatIsWrongInTheFile) {
  const auto fault = [](const std::string& text) {
    return tests::complaint_of([&] { bench::published_tables(text); });
  };
  EXPECT_NE(fault(R"({"tables": [{"family": "f", "paper": "p", "where": "w", "text": "t",
                                 "quantity": "speed"}]})")
                .find("/quantity is \"speed\", not one of time, rate"),
            std::string::npos);
  EXPECT_TRUE(bench::published_tables("").empty());
}

}  // namespace
}  // namespace retime::bench
