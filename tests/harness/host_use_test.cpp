// What cases do with a host that they share: which turns they take, and in what order.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/cases/case_runner.h"
#include "harness/host/clock.h"
#include "variants/axis.h"

namespace retime {
namespace {

using enum host_use;

/// A use that was begun after another one.
std::vector<host_use> uses_of(cases::case_runner& runner, const std::string& variant,
                              const std::vector<std::string>& settings, bool short_input = false) {
  std::vector<host_use> begun;
  runner.set_options({.measuring = {.budget_s = 0.01,
                                    .begin_use =
                                        [&](host_use next) {
                                          if (begun.empty() || begun.back() != next)
                                            begun.push_back(next);
                                        }},
                      .input = {.is_short = short_input}});
  std::vector<axis_setting> axes;
  for (const auto& setting : settings) axes.push_back(parse_axis_setting(setting));
  const auto cases = expand({.filter = "^" + variant + "/", .axes = axes});
  const recorded_case result = runner.run(cases.at(0));
  EXPECT_EQ(result.outcome, status::correct) << result.reason;
  return begun;
}

/// A GPU case whose input is its own.
benchmark_case of_size(const std::string& n) {
  return expand({.filter = "^cahn_hilliard/a_global/",
                 .axes = {parse_axis_setting("n=" + n), parse_axis_setting("steps=1")}})
      .at(0);
}

TEST(HostUse, AVariantOfOneCoreDisturbsNobody) {
  cases::case_runner runner({});
  const std::vector<std::string> input{"n=16", "steps=2"};
  EXPECT_EQ(uses_of(runner, "cahn_hilliard/cpu_serial", input),
            (std::vector{light, heavy, light, timed, none, light}));
  EXPECT_EQ(uses_of(runner, "cahn_hilliard/cpu_serial", input),
            (std::vector{light, timed, none, light}));
}

TEST(HostUse, AVariantOfAllCoresIsTimedAlone) {
  cases::case_runner runner({});
  EXPECT_EQ(uses_of(runner, "cahn_hilliard/cpu_parallel", {"n=16", "steps=2"}),
            (std::vector{light, heavy, alone, none, alone}));
}

TEST(HostUse, AVariantThatDoesNotSayItIsWatched) {
  cases::case_runner runner({});
  const std::vector<std::string> input{"n=1000000"};
  EXPECT_EQ(uses_of(runner, "toy/cpu_honest", input),
            (std::vector{light, heavy, alone, timed, none, light}));
  EXPECT_EQ(uses_of(runner, "toy/cpu_honest", input), (std::vector{light, timed, none, light}));
}

TEST(HostUse, ACaseOnOneGpuLaunchesAndWaits) {
  cases::case_runner runner({});
  EXPECT_EQ(uses_of(runner, "cahn_hilliard/a_global", {"n=16", "steps=2"}),
            (std::vector{light, heavy, light, none, light}));
}

TEST(HostUse, AShortInputTakesNoTurnOfItsOwn) {
  cases::case_runner runner({});
  EXPECT_EQ(uses_of(runner, "cahn_hilliard/a_global", {"n=16", "steps=2"}, true),
            (std::vector{light, none, light}));
  EXPECT_EQ(uses_of(runner, "cahn_hilliard/cpu_serial", {"n=20", "steps=2"}, true),
            (std::vector{light, timed, none, light}));
}

TEST(HostUse, TheNextInputIsMadeMeanwhileInATurnOfItsOwn) {
  std::vector<host_use> begun;
  std::promise<void> is_made;  // ahead
  cases::run_options options{
      .measuring = {.begin_use = [&](host_use next) { begun.push_back(next); }}};
  options.input.next = of_size("20");
  options.input.begin_ahead = [&](host_use next) {
    if (next == none) is_made.set_value();
  };
  cases::case_runner runner(options);
  EXPECT_EQ(runner.prepare(of_size("16")).result.outcome, status::correct);
  is_made.get_future().wait();

  begun.clear();
  options.input.next.reset();
  runner.set_options(options);
  const recorded_case result = runner.prepare(of_size("20")).result;
  EXPECT_EQ(result.outcome, status::correct) << result.reason;
  EXPECT_GT(result.phases.reference.value_or(0), 0);
  EXPECT_EQ(begun, (std::vector{light, none, light}));  // no turn for a heavy one
}

TEST(HostUse, AnInputThatIsNotWantedAfterAllIsNotWaitedFor) {
  std::promise<void> release;
  const auto released = release.get_future().share();
  std::atomic<int> begun = 0;
  std::promise<void> has_begun;
  cases::run_options options;
  options.input = {.next = of_size("20"), .begin_ahead = [&](host_use next) {
                     if (next != heavy) return;
                     if (++begun == 1) has_begun.set_value();
                     released.wait();
                   }};
  cases::case_runner runner(options);
  EXPECT_EQ(runner.prepare(of_size("16")).result.outcome, status::correct);
  const std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::seconds(2));
    release.set_value();
  });
  const stopwatch watch;
  options.input.next = of_size("24");  // while that of n=20 waits for its turn
  runner.set_options(options);
  EXPECT_EQ(runner.prepare(of_size("18")).result.outcome, status::correct);
  EXPECT_LT(watch.s(), 1.5);
  has_begun.get_future().wait();  // its thread may not have run yet
  EXPECT_EQ(begun, 1);
}

TEST(HostUse, AnInputThatFailsAheadFailsItsCaseAlone) {
  cases::run_options options;
  options.input.begin_ahead = [](host_use) {};
  const auto small = expand({.filter = "^toy/right/", .axes = {parse_axis_setting("n=10")}}).at(0);
  auto unknown = small;
  unknown.workload_key += "/fails";
  const family failing = [&] {
    family made = *small.family;
    made.make = [](const point&) -> erased { throw std::runtime_error("no such input"); };
    return made;
  }();
  unknown.family = &failing;
  options.input.next = unknown;
  cases::case_runner runner(options);
  EXPECT_EQ(runner.prepare(small).result.outcome, status::correct);
  const recorded_case failed = runner.prepare(unknown).result;
  EXPECT_EQ(failed.outcome, status::runtime_error);
  EXPECT_EQ(failed.reason, "no such input");
  EXPECT_EQ(runner.prepare(small).result.outcome, status::correct);
}

using use_on_cores = std::pair<host_use, int>;

/// The cores that parallel loops take when a use is begun, by a process that may have two of three.
std::set<use_on_cores> cores_in_uses(const std::string& variant) {
  const int all = omp_get_max_threads();
  omp_set_num_threads(3);
  std::set<use_on_cores> begun;
  std::promise<void> is_made;  // ahead
  cases::run_options options{
      .measuring = {.begin_use =
                        [&](host_use next) { begun.emplace(next, omp_get_max_threads()); }},
      .input = {.cores = 2, .next = of_size("20")}};
  options.input.begin_ahead = [&](host_use next) {
    if (next == none) return is_made.set_value();
    EXPECT_EQ(use_on_cores(next, omp_get_max_threads()), use_on_cores(heavy, 2));
  };
  cases::case_runner runner(options);
  const auto cases = expand({.filter = "^cahn_hilliard/" + variant + "/",
                             .axes = {parse_axis_setting("n=16"), parse_axis_setting("steps=1")}});
  EXPECT_EQ(runner.prepare(cases.at(0)).result.outcome, status::correct);
  is_made.get_future().wait();
  omp_set_num_threads(all);
  return begun;
}

TEST(HostUse, WhatIsComputedBesideOthersKeepsToItsShareOfTheCores) {
  EXPECT_EQ(cores_in_uses("a_global"), (std::set<use_on_cores>{{light, 2}, {heavy, 2}}));
  EXPECT_EQ(cores_in_uses("cpu_serial"), (std::set<use_on_cores>{{light, 2}, {heavy, 2}}));
  // Its input comes first, beside others.
  EXPECT_EQ(cores_in_uses("cpu_parallel"),
            (std::set<use_on_cores>{{light, 3}, {heavy, 2}, {alone, 3}}));
}

TEST(HostUse, ACaseOnSeveralGpusIsAlone) {
  cases::case_runner runner({});
  EXPECT_EQ(uses_of(runner, "turning_bands/ours_gpus", {"n=20", "lines=15", "fields=2", "gpus=2"}),
            (std::vector{light, heavy, alone, none, alone}));
  EXPECT_EQ(uses_of(runner, "turning_bands/ours_gpus", {"n=24", "lines=15", "fields=2", "gpus=1"}),
            (std::vector{light, heavy, light, none, light}));
}

}  // namespace
}  // namespace retime
