// Copies of one run, which are no repetitions.
#include <gtest/gtest.h>

#include "harness/gate/comparable.h"
#include "harness/gate/compare.h"

namespace retime::gate {
namespace {

gate::timing_run run_of(const std::string& source, const std::string& utc, double median_ns) {
  gate::timing_run run{.source = source, .utc = utc};
  run.cases["a"] = {.median_ns = median_ns, .processes = {{0, median_ns}, {1, 2 * median_ns}}};
  return run;
}

TEST(Copies, AreTakenAtOneTimeWithOneResult) {
  const auto run = run_of("x", "noon", 1);
  EXPECT_TRUE(gate::is_copy(run, run_of("elsewhere", "noon", 1)));
  EXPECT_FALSE(gate::is_copy(run, run_of("x", "later", 1)));
  EXPECT_FALSE(gate::is_copy(run, run_of("x", "noon", 1.001)));
  EXPECT_FALSE(gate::is_copy(run_of("x", "", 1), run_of("y", "", 1)));
  auto other = run_of("x", "noon", 1);
  other.cases["a"].processes[1].median_ns = 3;
  EXPECT_FALSE(gate::is_copy(run, other));
  other = run_of("x", "noon", 1);
  other.cases["b"] = other.cases["a"];
  EXPECT_FALSE(gate::is_copy(run, other));
}

TEST(Copies, CountOnce) {
  std::vector<std::string> remarks;
  const auto kept = gate::without_copies(
      {.base = {run_of("b", "1", 1), run_of("b copy", "1", 1), run_of("c", "2", 1)},
       .new_runs = {run_of("n", "3", 1)},
       .equal = {run_of("b again", "1", 1), run_of("n again", "3", 1)}},
      remarks);
  EXPECT_EQ(kept.base.size(), 2U);
  EXPECT_EQ(kept.new_runs.size(), 1U);
  ASSERT_EQ(kept.equal.size(), 1U);  // that of the side that is repeated teaches nothing new
  EXPECT_EQ(kept.equal.front().source, "n again");
  EXPECT_EQ(remarks, (std::vector<std::string>{"b copy is a copy of b and counts once",
                                               "b again is a copy of b and counts once"}));
}

/// 3 v 3 of which two are copies is 1 v 1.
TEST(Copies, AreNoReplicates) {
  inputs runs;
  for (const char* name : {"1", "2", "3"}) {
    runs.base.push_back(run_of(name, "1", 1));
    runs.new_runs.push_back(run_of(name, "2", 1.5));
  }
  for (auto* side : {&runs.base, &runs.new_runs}) {
    for (auto& run : *side) run.cases["a"].processes.clear();
  }
  const auto result = gate::compare_runs(runs, {});
  EXPECT_EQ(result.cases.front().effect->basis, evidence::one_process_each);
  EXPECT_EQ(result.copies.size(), 4U);
}

TEST(Copies, OnBothSidesLeaveNothingToCompare) {
  EXPECT_TRUE(
      gate::shared_run({.base = {run_of("b", "1", 1)}, .new_runs = {run_of("n", "2", 1)}}).empty());
  EXPECT_EQ(gate::shared_run({.base = {run_of("b", "1", 1)}, .new_runs = {run_of("n", "1", 1)}}),
            "b and n are one and the same run: there is nothing to compare");
}

}  // namespace
}  // namespace retime::gate
