// A host that became faster or slower between two runs is not taken for code that did.
#include <gtest/gtest.h>

#include <cmath>

#include "harness/gate/compare.h"
#include "harness/gate/report.h"
#include "harness/gate/unpaired.h"

namespace retime::gate {
namespace {

/// One case of a run whose processes agree within 1 %, or, with a session, whose processes are
/// pairs with those of another.
gate::timing_run run(const std::string& utc, double median_ns, std::optional<double> pace_ns,
                     double share, const std::string& session = "") {
  gate::timed_case times{.median_ns = median_ns};
  for (int i = 0; i < 10; ++i)
    times.processes.push_back({i, median_ns * (1 + 0.001 * (i % 3)), share, pace_ns});
  gate::timing_run made{.source = utc, .utc = utc, .session = session};
  made.cases["case"] = times;
  return made;
}

comparison compared(const gate::timing_run& base, const gate::timing_run& new_run) {
  return gate::compare_runs({.base = {base}, .new_runs = {new_run}, .equal = {}}, {});
}

verdict word(const gate::timing_run& base, const gate::timing_run& new_run) {
  return compared(base, new_run).cases.at(0).word;
}

TEST(HostChange, WhatTheHostMayExplainIsUndecided) {
  const auto result = compared(run("1", 100e3, 5600, 1), run("2", 60e3, 4000, 1));
  EXPECT_EQ(result.cases.at(0).word, verdict::undecided);
  EXPECT_EQ(result.cases.at(0).notes.back(), "up to 40 % by the host's pace");
  EXPECT_EQ(result.hidden_by_host(), 1U);
  EXPECT_NE(remarks(result).at(1).find("1 case is undecided since the host's pace changed"),
            std::string::npos);
}

TEST(HostChange, WhatWasUndecidedAnywayIsNotLaidToTheHost) {
  const auto result = compared(run("1", 100e3, 5600, 1), run("2", 100.1e3, 4000, 1));
  EXPECT_EQ(result.cases.at(0).word, verdict::undecided);
  EXPECT_EQ(result.cases.at(0).notes.back(), "up to 40 % by the host's pace");
  EXPECT_EQ(result.hidden_by_host(), 0U);
  EXPECT_EQ(remarks(result).size(), 2U);
  EXPECT_TRUE(remarks(result).back().starts_with("1 case is undecided though repeated: changes "));
}

TEST(HostChange, AHostOfThatPaceLeavesTheVerdict) {
  const auto result = compared(run("1", 100e3, 4100, 1), run("2", 60e3, 4000, 1));
  EXPECT_EQ(result.cases.at(0).word, verdict::faster);
  EXPECT_EQ(result.hidden_by_host(), 0U);
  EXPECT_EQ(remarks(result).size(), 1U);
}

TEST(HostChange, ItHidesNoMoreThanTheHostsShareOfARun) {
  EXPECT_EQ(word(run("1", 60e3, 4000, 0.02), run("2", 66e3, 5600, 0.01)), verdict::slower);
  EXPECT_EQ(word(run("1", 60e3, 4000, 0.02), run("2", 66e3, 5600, 0.5)), verdict::undecided);
  EXPECT_EQ(word(run("1", 60e3, 4000, 0), run("2", 61.8e3, 5600, 0)), verdict::slower);
}

TEST(HostChange, WhatNoProcessSaysIsNotAssumed) {
  EXPECT_EQ(word(run("1", 100e3, {}, 1), run("2", 60e3, 4000, 1)), verdict::faster);
}

/// Both sides of a pair met the same host; what changes from pair to pair cancels.
TEST(HostChange, PairsCancelIt) {
  EXPECT_EQ(word(run("1", 100e3, 5600, 1, "s"), run("2", 60e3, 4000, 1, "s")), verdict::faster);
}

TEST(HostChange, IsTheLogarithmOfTheMedianPacesTimesTheShare) {
  const auto base = run("1", 1, 4000, 0.5);
  auto new_run = run("2", 1, 6000, 0.25);
  new_run.cases["case"].processes.at(3).host_pace_ns = 90000;  // an interruption
  const auto explained = [&] {
    return gate::explained_by_host(gate::cases_in_runs("case", {&base, 1}),
                                   gate::cases_in_runs("case", {&new_run, 1}));
  };
  EXPECT_NEAR(explained(), 0.5 * std::log(1.5), 1e-12);
  for (auto& process : new_run.cases["case"].processes) process.host_pace_ns = 4100;
  EXPECT_EQ(explained(), 0);
}

}  // namespace
}  // namespace retime::gate
