// What CPU variants say of the cores that they keep busy.
#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <string>
#include <thread>

#include "harness/cases/case_runner.h"
#include "harness/cases/run_once.h"
#include "harness/host/clock.h"
#include "variants/axis.h"

namespace retime {
namespace {

/// Of runs until their time is some hundredths of a second.
double cores_busy_in(erased_runner& runner) {
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // other threads still look for work
  double wall_s = 0, processor_s = 0;
  while (wall_s < 0.03) {
    runner.reset();
    const std::clock_t before = std::clock();
    wall_s += 1e-9 * cases::run_again(runner).time_ns;
    processor_s += static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  }
  return processor_s / wall_s;
}

TEST(HostCores, EveryVariantSaysWhatItKeepsBusy) {
  for (const auto& variant : variants()) {
    if (variant.runs_on != processor::cpu || variant.family == "toy") continue;
    EXPECT_NE(variant.cores, host_cores::unknown) << variant.family << "/" << variant.id;
  }
}

TEST(HostCores, AVariantOfOneCoreKeepsNoOtherBusy) {
  for (const auto& variant : variants()) {
    if (variant.runs_on != processor::cpu || variant.cores != host_cores::one) continue;
    const std::string name = variant.family + "/" + variant.id;
    SCOPED_TRACE(name);
    const auto smallest = expand({.filter = "^" + name + "/", .profile = "smoke"}).at(0);
    cases::case_runner runner({.timed = false});
    auto prepared = runner.prepare(smallest);
    ASSERT_TRUE(prepared.runner) << prepared.result.reason;
    EXPECT_LT(cores_busy_in(*prepared.runner), 1.3);
  }
}

}  // namespace
}  // namespace retime
