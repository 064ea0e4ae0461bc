// The JUnit and Markdown texts; CI reads them.
#include "harness/gate/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/text/junit.h"

namespace retime::gate {
namespace {

comparison small() {
  comparison result;
  result.base_sources = {"base"};
  result.new_sources = {"new"};
  const auto effect = [](double log_ratio) {
    return effect_estimate{.log_ratio = log_ratio,
                           .standard_error = 1e-3,
                           .degrees_of_freedom = 19,
                           .units = 20,
                           .basis = evidence::paired_blocks};
  };
  const auto entry = [&](const char* key, double new_ns, double log_ratio, verdict word) {
    return gate::case_result{
        .key = key, .base_ns = 1e5, .new_ns = new_ns, .effect = effect(log_ratio), .word = word};
  };
  result.cases = {entry("k/same", 1e5, 0, verdict::same),
                  entry("k/<slow|er>", 1.02e5, 0.02, verdict::slower),
                  entry("k/open", 1e5, 0.005, verdict::undecided)};
  result.failed = {{"k/broke", "correct", "incorrect", "off \"by\" one", true}};
  result.missing = {"k/gone"};
  return result;
}

TEST(Report, JunitNamesEachOutcome) {
  EXPECT_EQ(junit(small()), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="retime compare" tests="5" failures="1" errors="1" skipped="2">
    <testcase name="k/same" classname="retime.compare" time="0.0001"/>
    <testcase name="k/&lt;slow|er&gt;" classname="retime.compare" time="0.000102">)"
                            R"(<failure message="slower: +2.02 %"/></testcase>
    <testcase name="k/open" classname="retime.compare" time="0.0001">)"
                            R"(<skipped message="undecided: +0.50 %"/></testcase>
    <testcase name="k/broke" classname="retime.compare">)"
                            R"(<error message="correct in BASE, incorrect in NEW: )"
                            R"(off &quot;by&quot; one"/></testcase>
    <testcase name="k/gone" classname="retime.compare"><skipped message="only in BASE"/></testcase>
  </testsuite>
</testsuites>
)");
}

TEST(Report, WorstNewsFirst) {
  const auto result = small();
  const auto rows = by_severity(result);
  EXPECT_EQ(rows.front()->key, "k/<slow|er>");
  EXPECT_EQ(rows.back()->key, "k/same");
}

TEST(Report, MarkdownFoldsWhatIsTheSameAndEscapesBars) {
  const auto text = markdown(small());
  EXPECT_NE(text.find("`k/<slow\\|er>`"), std::string::npos) << text;
  EXPECT_LT(text.find("k/open"), text.find("<details><summary>1 the same"));
  EXPECT_GT(text.find("k/same"), text.find("<details>"));
  EXPECT_NE(text.find("- only in BASE: k/gone"), std::string::npos);
}

TEST(Report, TextsOfFilesReachNeitherTheTerminalNorAPageRaw) {
  auto result = small();
  const std::string hostile = "k`\n# big\x1b[2J <img src=x>|";
  for (auto& entry : result.cases) entry.key = hostile;
  result.cases.front().notes = {hostile};
  result.missing = {hostile};
  for (auto& failure : result.failed) failure.reason = hostile;
  for (const auto& text : {table(result), markdown(result)}) {
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find("\n# big"), std::string::npos);
  }
  const std::string span = R"(`` k`\x0a# big\x1b[2J <img src=x>\| ``)";
  EXPECT_NE(markdown(result).find(span), std::string::npos) << markdown(result);
}

TEST(Report, JsonHoldsIntervalAndCounts) {
  const auto written = to_json(small());
  EXPECT_EQ(written["counts"]["slower"], 1);
  const auto& effect = written["cases"][1]["effect"];
  EXPECT_LT(effect["low_percent"], effect["percent"]);
  EXPECT_NEAR(effect["percent"].get<double>(), 2.0201340026755776, 1e-9);
  // 100 (1.005 exp(t s) - 1), with SciPy's t.ppf(0.995, 19) = 2.8609346 and s = 0.001
  EXPECT_NEAR(effect["threshold_percent"].get<double>(), 0.7879356140362503, 1e-9);
  EXPECT_EQ(written["failed"][0]["broke"], true);
}

TEST(Report, CasesOfOneSideAreCountedAndNamedIfAsked) {
  auto result = small();
  result.added = {"k/new", "k/newer"};
  EXPECT_NE(table(result).find("only in BASE: k/gone\n"), std::string::npos);
  EXPECT_NE(table(result).find("only in NEW: 2 cases; --verbose names them\n"), std::string::npos);
  EXPECT_EQ(table(result).find("k/newer"), std::string::npos);
  EXPECT_NE(table(result, {}, true).find("only in NEW: k/newer\n"), std::string::npos);
}

TEST(Report, SaysWhichChangesCannotBeTold) {
  auto result = small();
  result.cases[2].few_units = true;
  // As Report.JsonHoldsIntervalAndCounts has it.
  EXPECT_NE(table(result).find("changes under about 0.79 % cannot be told"), std::string::npos);
}

TEST(Report, WhatWasRepeatedAndIsUndecidedSaysSoUnlessItAlternated) {
  auto result = small();
  EXPECT_EQ(table(result).find("though repeated"), std::string::npos);
  result.cases[2].effect->basis = evidence::processes;
  EXPECT_NE(table(result).find("1 case is undecided though repeated: changes under about 0.79 % "),
            std::string::npos);
}

TEST(Report, WhatWasNotRepeatedHasNoIntervalAndTheLastLineSaysWhatToDo) {
  auto result = small();
  EXPECT_EQ(table(result).find("for want of repetition"), std::string::npos);
  result.cases[2].effect = unmeasured(0.005);
  result.cases[2].few_units = true;
  const std::string last =
      "1 case is undecided for want of repetition: one process each shows no change, however "
      "large; "
      "repeat by `run --processes auto`, or use `retime ab BASE_PROGRAM NEW_PROGRAM`, which "
      "alternates the two (docs/ci.md)\n";
  EXPECT_TRUE(table(result).ends_with(last)) << table(result);
  EXPECT_TRUE(markdown(result).ends_with("- " + last));
  EXPECT_NE(table(result).find("not measured"), std::string::npos);
  EXPECT_NE(table(result).find("one process each"), std::string::npos);
  const auto effect = to_json(result)["cases"][2]["effect"];
  EXPECT_NEAR(effect["percent"].get<double>(), 0.50125, 1e-4);
  for (const char* unknown : {"low_percent", "high_percent", "standard_error_log"})
    EXPECT_TRUE(effect[unknown].is_null()) << unknown;
  EXPECT_EQ(to_json(result)["undecided_for_want_of_repetition"], 1);
}

TEST(Xml, ForbiddenCharactersAreReplaced) { EXPECT_EQ(xml_escaped("a\x01\n&'"), "a? &amp;&apos;"); }

}  // namespace
}  // namespace retime::gate
