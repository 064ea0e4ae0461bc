#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/registry/planned_sweep.h"
#include "tests/complaint.h"
#include "variants/embedded_text.h"

namespace retime {
namespace {

using strings = std::vector<std::string>;

/// The first claim takes 12 s, the second 205, the third 91 beside it; the last one has a case of
/// the first in two more processes, 22 s.
const std::string listed = R"json({
  "sampling_s": 0.2,
  "cases": [
    {"family": "toy", "variant": "right", "axes": {"n": 10, "block": 32}, "input_s": 10, "case_s": 1},
    {"family": "toy", "variant": "right", "axes": {"n": 1000, "block": 32}, "input_s": 200, "case_s": 5},
    {"family": "toy", "variant": "right", "axes": {"n": 2000, "block": 32}, "input_s": 90, "case_s": 1},
    {"family": "toy", "variant": "right", "axes": {"n": 10, "block": 64}, "input_s": 10, "case_s": 1}],
  "claims": [
    {"family": "toy", "claim": "a", "processes": 1, "cases": [0, 3]},
    {"family": "toy", "claim": "b", "processes": 1, "cases": [1]},
    {"family": "toy", "claim": "c", "processes": 1, "cases": [0, 2]},
    {"family": "toy", "claim": "d", "processes": 3, "cases": [0]}]})json";

const strings in_quick{"toy/right/n=10/block=32", "toy/right/n=10/block=64",
                       "toy/right/n=1000/block=32"};

planned_sweep sweep_of(const sweep_request& request, bool is_gpu = true) {
  return plan_sweep(request, claim_list_from(listed, request), is_gpu);
}

strings keys(const planned_sweep& sweep) {
  strings all;
  for (const auto& each : sweep.cases) all.push_back(each.key);
  return all;
}

strings axes_keys(const sweep_request& request) {
  strings all;
  for (const auto& each : expand(request)) all.push_back(each.key);
  return all;
}

TEST(ListedCases, QuickOnAGpuTakesTheClaimsThatFitIntoItsTime) {
  const auto sweep = sweep_of({.filter = "^toy/"});
  EXPECT_EQ(keys(sweep), in_quick);
  EXPECT_EQ(sweep.claims->claims, 3U);
  EXPECT_EQ(sweep.claims->claims_in_all, 4U);
  EXPECT_EQ(sweep.claims->seconds, 12 + 205 + 22);
  EXPECT_EQ(sweep.claims->seconds_in_all, 12 + 205 + 91 + 22);
  EXPECT_LE(sweep.claims->seconds, quick_s);
}

TEST(ListedCases, WhatAnInputTookIsItsFirstCases) {
  const auto sweep = sweep_of({.filter = "^toy/"});
  std::vector<double> seconds;
  for (const auto& each : sweep.cases) seconds.push_back(sweep.seconds.at(each.key));
  EXPECT_EQ(seconds, (std::vector<double>{10 + 1, 1, 200 + 5}));
}

TEST(ListedCases, InputsThatTookLittleAreShort) {
  const sweep_request request{.filter = "^toy/"};
  const std::string two = R"json({"sampling_s": 0.2, "cases": [
    {"family": "toy", "variant": "right", "axes": {"n": 10}, "input_s": 0.1, "case_s": 1},
    {"family": "toy", "variant": "right", "axes": {"n": 1000}, "input_s": 0.3, "case_s": 1}],
    "claims": [{"family": "toy", "claim": "a", "processes": 1, "cases": [0, 1]}]})json";
  const auto sweep = plan_sweep(request, claim_list_from(two, request), true);
  EXPECT_EQ(sweep.short_inputs, std::set{sweep.cases.front().workload_key});
}

TEST(ListedCases, InputsAreComparedIfAllCasesOfTheirClaimAreMeasured) {
  EXPECT_TRUE(sweep_of({.filter = "^toy/"}).compared.empty());
  const auto all = sweep_of({.profile = "claims"});
  ASSERT_EQ(all.compared.size(), 1U);
  const std::set<std::string> expected{all.cases.front().workload_key,
                                       all.cases.back().workload_key};
  EXPECT_EQ(all.compared.front(), expected);
  EXPECT_EQ(all.cases.back().point.integer("n"), 2000);
}

TEST(ListedCases, ACaseIsMeasuredInAsManyProcessesAsAnyOfItsClaimsNeeds) {
  const std::map<std::string, std::size_t> expected{
      {in_quick[0], 3}, {in_quick[1], 1}, {in_quick[2], 1}};
  EXPECT_EQ(sweep_of({.filter = "^toy/"}).processes, expected);
}

TEST(ListedCases, TheProfileClaimsTakesAllAlsoWithoutAGpu) {
  for (const bool is_gpu : {true, false}) {
    const auto sweep = sweep_of({.profile = "claims"}, is_gpu);
    EXPECT_EQ(sweep.cases.size(), 4U);
    EXPECT_TRUE(sweep.claims->has_all());
  }
}

TEST(ListedCases, WithoutAGpuAndWithAxesAndInOtherProfilesTheAxesAreSwept) {
  const sweep_request quick{.filter = "^toy/right/"}, smoke{.filter = "^toy/", .profile = "smoke"},
      named{.filter = "^toy/right/", .axes = {{"n", "5"}}};
  EXPECT_EQ(keys(sweep_of(quick, false)), axes_keys(quick));
  EXPECT_EQ(keys(sweep_of(smoke)), axes_keys(smoke));
  EXPECT_EQ(keys(sweep_of(named)), axes_keys(named));
  EXPECT_FALSE(sweep_of(named).claims);
}

TEST(ListedCases, FamiliesOfWhichNoneIsListedKeepTheirAxes) {
  const auto other = axes_keys({.filter = "^apsp/cpu_floyd/"});
  auto expected = in_quick;
  expected.insert(expected.end(), other.begin(), other.end());
  EXPECT_EQ(keys(sweep_of({.filter = "^toy/right/|^apsp/cpu_floyd/"})), expected);
  EXPECT_EQ(keys(sweep_of({.filter = "^apsp/cpu_floyd/"})), other);
}

TEST(ListedCases, AFilterForOtherVariantsOfTheFamilySweepsTheAxes) {
  const sweep_request others{.filter = "^toy/[^r]"};
  EXPECT_EQ(keys(sweep_of(others)), axes_keys(others));
}

TEST(ListedCases, AClaimCountsWhereTheFilterLeavesItAllOfItsCases) {
  const auto sweep = sweep_of({.filter = "^toy/right/n=10/block=32"});
  EXPECT_EQ(keys(sweep), strings{in_quick[0]});
  EXPECT_EQ(sweep.claims->claims, 1U);
  EXPECT_EQ(sweep.claims->claims_in_all, 1U);
}

TEST(ListedCases, TheRecommendedFormIsTakenWhereItIsAskedFor) {
  const auto sweep = sweep_of({.filter = "^toy/", .as_printed = false});
  EXPECT_EQ(keys(sweep), (strings{in_quick[0], in_quick[2]}));
  EXPECT_EQ(sweep.processes.at(in_quick[0]), 3U);
}

TEST(ListedCases, TheSeedIsTheUsers) {
  const std::string walk = R"json({"sampling_s": 1, "cases": [{"family": "apsp",
    "variant": "cpu_floyd", "axes": {"graph": "watts_ring", "n": 30}, "input_s": 1, "case_s": 1}],
    "claims": [{"family": "apsp", "claim": "a", "processes": 1, "cases": [0]}]})json";
  const sweep_request request{.seed = 7};
  const auto list = claim_list_from(walk, request);
  EXPECT_EQ(list.cases.front().benchmark.point.integer("seed"), 7);
  EXPECT_NE(list.cases.front().benchmark.key.find("/seed=7"), std::string::npos);
}

TEST(ListedCases, WhatCannotBeMeantIsRefused) {
  const auto axis = tests::complaint_of([] {
    sweep_of({.profile = "claims", .axes = {{"n", "5"}}});
  });
  EXPECT_TRUE(axis.starts_with("--axis n:")) << axis;
  const auto filter =
      tests::complaint_of([] { sweep_of({.filter = "^none/", .profile = "claims"}); });
  EXPECT_TRUE(filter.starts_with("--filter '^none/':")) << filter;
  const auto none = tests::complaint_of([] { plan_sweep({.profile = "claims"}, {}, true); });
  EXPECT_TRUE(none.starts_with("--profile claims:")) << none;
}

/// What its axes' checks say; empty if nothing. That a case cannot run may be the answer.
std::string refusal(const benchmark_case& one) {
  for (const auto& axis : one.family->axes) {
    if (!axis.check || !one.point.has(axis.name)) continue;
    const auto why = axis.check(one.point.values().at(axis.name));
    if (!why.empty()) return axis.name + ": " + why;
  }
  return "";
}

// The file itself. Names that are none, and points that a family refuses, throw where it is read.
TEST(ClaimCases, AreCasesOfThisProgramEachOnce) {
  const auto list = claim_list_from(embedded_text("claim_cases.json"), {});
  ASSERT_FALSE(list.cases.empty());
  std::set<std::string> keys;
  for (const auto& one : list.cases) {
    EXPECT_TRUE(keys.insert(one.benchmark.key).second)
        << one.benchmark.key << " stands there twice";
    EXPECT_EQ(refusal(one.benchmark), "") << one.benchmark.key;
    EXPECT_GT(one.case_s, 0) << one.benchmark.key;
    EXPECT_GE(one.input_s, 0) << one.benchmark.key;
  }
}

TEST(ClaimCases, EachIsOfAClaimAndEachClaimHasSome) {
  const auto list = claim_list_from(embedded_text("claim_cases.json"), {});
  EXPECT_GT(list.sampling_s, 0);
  std::set<std::size_t> used;
  for (const auto& claim : list.claims) {
    EXPECT_FALSE(claim.cases.empty()) << claim.id;
    EXPECT_GE(claim.processes, 1U) << claim.id;
    for (const auto place : claim.cases) {
      ASSERT_LT(place, list.cases.size()) << claim.id;
      EXPECT_EQ(list.cases[place].benchmark.family->id, claim.family) << claim.id;
      used.insert(place);
    }
  }
  EXPECT_EQ(used.size(), list.cases.size());
}

TEST(ClaimCases, MostOfThemFitIntoTheQuickProfile) {
  const auto sweep = plan_sweep({}, claim_list_from(embedded_text("claim_cases.json"), {}), true);
  EXPECT_GT(2 * sweep.claims->claims, sweep.claims->claims_in_all);
}

}  // namespace
}  // namespace retime
