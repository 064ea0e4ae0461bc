// What CPU variants say of the cores that they keep busy.
#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "harness/cases/case_runner.h"
#include "harness/cases/run_once.h"
#include "harness/host/clock.h"
#include "variants/axis.h"

namespace retime {
namespace {

/// Inputs on which they take some hundredths of a second.
const std::map<std::string, std::vector<std::string>> inputs = {
    {"apsp/cpu_floyd", {"n=400"}},
    {"cahn_hilliard/cpu_serial", {"n=256", "steps=30"}},
    {"carpet/cpu_serial", {"steps=300"}},
    {"pcpd/cpu_multispin", {"length=16384", "lattices=64", "time=50"}},
    {"pcpd/cpu_scalar", {"length=16384", "lattices=1", "time=50"}},
    {"replications/cpu_serial", {"model=pi", "draws=100000", "replications=20"}},
};

double cores_busy_in(erased_runner& runner) {
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // other threads still look for work
  runner.reset();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const std::clock_t before = std::clock();
  const double wall_s = 1e-9 * cases::run_again(runner).time_ns;
  return static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC / wall_s;
}

TEST(HostCores, EveryVariantSaysWhatItKeepsBusy) {
  for (const auto& one : variants()) {
    if (one.runs_on != processor::cpu || one.family == "toy") continue;
    SCOPED_TRACE(one.family + "/" + one.id);
    EXPECT_NE(one.cores, host_cores::unknown);
    EXPECT_EQ(one.cores == host_cores::one, inputs.contains(one.family + "/" + one.id));
  }
}

TEST(HostCores, AVariantOfOneCoreKeepsNoOtherBusy) {
  for (const auto& [name, settings] : inputs) {
    SCOPED_TRACE(name);
    std::vector<axis_setting> axes;
    for (const auto& text : settings) axes.push_back(parse_axis_setting(text));
    const auto what = expand({.filter = "^" + name + "/", .axes = axes}).at(0);
    cases::case_runner cases({.timed = false});
    auto prepared = cases.prepare(what);
    ASSERT_TRUE(prepared.runner) << prepared.result.reason;
    EXPECT_LT(cores_busy_in(*prepared.runner), 1.3);
  }
}

}  // namespace
}  // namespace retime
