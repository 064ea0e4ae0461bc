// What cases do with a host that they share: which turns they take, and in what order.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/run/case_runner.h"
#include "variants/axis.h"

namespace retime {
namespace {

using enum host_use;

/// A use that was begun after another one.
std::vector<host_use> uses_of(case_runner& runner, const std::string& variant,
                              const std::vector<std::string>& settings) {
  std::vector<host_use> begun;
  runner.set_options({.measuring = {.budget_s = 0.01, .begin_use = [&](host_use next) {
                                      if (begun.empty() || begun.back() != next)
                                        begun.push_back(next);
                                    }}});
  std::vector<axis_setting> axes;
  for (const auto& setting : settings) axes.push_back(parse_axis_setting(setting));
  const auto cases = expand({.filter = "^" + variant + "/", .axes = axes});
  const record result = runner.run(cases.at(0));
  EXPECT_EQ(result.outcome, status::correct) << result.reason;
  return begun;
}

TEST(HostUse, AVariantOfOneCoreDisturbsNobody) {
  case_runner runner({});
  const std::vector<std::string> input{"n=16", "steps=2"};
  EXPECT_EQ(uses_of(runner, "cahn_hilliard/cpu_serial", input),
            (std::vector{light, heavy, light, timed, none, light}));
  EXPECT_EQ(uses_of(runner, "cahn_hilliard/cpu_serial", input),
            (std::vector{light, timed, none, light}));
}

TEST(HostUse, AVariantOfAllCoresIsTimedAlone) {
  case_runner runner({});
  EXPECT_EQ(uses_of(runner, "cahn_hilliard/cpu_parallel", {"n=16", "steps=2"}),
            (std::vector{heavy, alone, none, heavy}));
}

TEST(HostUse, AVariantThatDoesNotSayItIsWatched) {
  case_runner runner({});
  const std::vector<std::string> input{"n=1000000"};
  EXPECT_EQ(uses_of(runner, "toy/cpu_honest", input), (std::vector{heavy, timed, none, light}));
  EXPECT_EQ(uses_of(runner, "toy/cpu_honest", input), (std::vector{light, timed, none, light}));
}

TEST(HostUse, ACaseOnOneGpuLaunchesAndWaits) {
  case_runner runner({});
  EXPECT_EQ(uses_of(runner, "cahn_hilliard/a_global", {"n=16", "steps=2"}),
            (std::vector{light, heavy, light, none, light}));
}

TEST(HostUse, ACaseOnSeveralGpusIsAlone) {
  case_runner runner({});
  EXPECT_EQ(uses_of(runner, "turning_bands/ours_gpus", {"n=20", "lines=15", "fields=2", "gpus=2"}),
            (std::vector{alone, heavy, alone, none, alone}));
  EXPECT_EQ(uses_of(runner, "turning_bands/ours_gpus", {"n=24", "lines=15", "fields=2", "gpus=1"}),
            (std::vector{light, heavy, light, none, light}));
}

}  // namespace
}  // namespace retime
