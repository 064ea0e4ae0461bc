#include "harness/registry/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/complaint.h"

namespace retime {
namespace {

std::vector<std::string> keys(const sweep_request& request) {
  std::vector<std::string> names;
  for (const auto& each : expand(request)) names.push_back(each.key);
  return names;
}

using strings = std::vector<std::string>;

TEST(Sweep, ProfileGivesTheSizesAndTuningItsFallback) {
  EXPECT_EQ(keys({.filter = "^toy/right/", .profile = "smoke"}),
            (strings{"toy/right/n=10/block=32"}));
  EXPECT_EQ(keys({.filter = "^toy/right/", .profile = "quick"}),
            (strings{"toy/right/n=10/block=32", "toy/right/n=1000/block=32"}));
}

TEST(Sweep, AxesReplaceTheProfile) {
  EXPECT_EQ(
      keys({.filter = "^toy/right/", .axes = {{"n", "5"}, {"block", "all"}}}),
      (strings{"toy/right/n=5/block=32", "toy/right/n=5/block=64", "toy/right/n=5/block=2048"}));
}

TEST(Sweep, AValueOtherThanTheFallbackStandsInTheKey) {
  EXPECT_EQ(keys({.filter = "^toy/right/", .axes = {{"n", "5"}, {"scale", "2,1"}}}),
            (strings{"toy/right/n=5/scale=2/block=32", "toy/right/n=5/block=32"}));
}

TEST(Sweep, CasesThatShareAnInputStandTogether) {
  const auto cases = expand({.filter = "^toy/", .profile = "quick"});
  const auto change = std::ranges::adjacent_find(
      cases, [](const auto& a, const auto& b) { return a.workload_key != b.workload_key; });
  ASSERT_NE(change, cases.end());
  EXPECT_TRUE(std::all_of(change + 1, cases.end(),
                          [](const auto& c) { return c.workload_key == "toy/n=1000"; }));
}

TEST(Sweep, APointThatAFamilyRefusesMattersOnlyIfTheFilterAsksForIt) {
  EXPECT_THROW(keys({.filter = "cpu_floyd/graph=erdos",
                     .axes = {{"n", "3"}, {"graph", "ring,erdos_renyi"}}}),
               bad_input);
  EXPECT_EQ(
      keys({.filter = "cpu_floyd/graph=ring", .axes = {{"n", "3"}, {"graph", "ring,erdos_renyi"}}}),
      (strings{"apsp/cpu_floyd/graph=ring/n=3"}));
}

TEST(Sweep, AValueThatAnAxisRefusesMattersOnlyIfTheFilterAsksForIt) {
  // Another family's n starts at 2, and its filter is no text that a pattern begins with.
  const sweep_request request{.filter = "(^|,)(toy)/right", .axes = {{"n", "1"}}};
  EXPECT_EQ(keys(request), (strings{"toy/right/n=1/block=32"}));
  EXPECT_EQ(keys({.filter = "right/n=5", .axes = {{"n", "0,5"}}}),
            (strings{"toy/right/n=5/block=32"}));
  EXPECT_THROW(keys({.filter = "^toy/", .axes = {{"n", "1..9000000:+1"}, {"scale", "abc"}}}),
               bad_input);
}

TEST(Sweep, NamesTheFamilyThatRefusesAValueWhereSeveralAreChosen) {
  const auto said = tests::complaint_of([] { keys({.axes = {{"n", "-1"}}}); });
  EXPECT_NE(said.find("chooses one family"), std::string::npos) << said;
}

// Other bad requests: tests/python/test_cli.py.
TEST(Sweep, TooManyCasesAreRefused) {
  EXPECT_THROW(keys({.filter = "^toy/", .axes = {{"n", "1..2000:+1"}, {"scale", "1..2000:+1"}}}),
               bad_input);
}

}  // namespace
}  // namespace retime
