// The order of phases cannot be escaped: what each toy variant does wrong is found, recorded, and
// never timed.
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "harness/cases/case_runner.h"
#include "harness/cases/memory_fit.h"
#include "kernels/device/emulation/host_memory.h"

namespace retime {
namespace {

recorded_case run_only_case(const std::string& filter,
                            std::vector<axis_setting> axes = {{"n", "100"}}) {
  const auto cases = expand({.filter = filter, .axes = std::move(axes)});
  EXPECT_EQ(cases.size(), 1U);
  return cases::case_runner(cases::run_options{}).run(cases.at(0));
}

TEST(Phases, ARightVariantIsVerifiedTwiceAndTimed) {
  const recorded_case result = run_only_case("^toy/right/");
  EXPECT_EQ(result.outcome, status::correct);
  EXPECT_TRUE(result.verify && result.verify_after && result.times);
  EXPECT_EQ(result.answers.numbers.at("first"), 2.0);
  EXPECT_TRUE(result.emulated);
  EXPECT_GT(result.phases.whole, 1e9 * result.times->wall_s + result.phases.prepare.value_or(0));
  const auto line = to_json(result);
  EXPECT_EQ(line["time_is"], "emulated");
  EXPECT_TRUE(line["roofline"].is_null());
}

TEST(Phases, TheEmulationCountsTheAccessesOfOneRun) {
  const auto launch = to_json(run_only_case("^toy/right/", {{"n", "1000"}}))["launch"];
  EXPECT_EQ(launch["global_reads"], 1000);
  EXPECT_EQ(launch["global_writes"], 1000);
  const recorded_case on_cpu =
      run_only_case("^carpet/cpu_serial/", {{"steps", "2"}, {"occupancy", "0.093"}});
  EXPECT_EQ(on_cpu.outcome, status::correct);
  EXPECT_FALSE(on_cpu.accesses);
}

TEST(Phases, AWrongAnswerIsCaughtBeforeTiming) {
  const recorded_case result = run_only_case("^toy/wrong/");
  EXPECT_EQ(result.outcome, status::incorrect);
  EXPECT_FALSE(result.times);
  EXPECT_TRUE(to_json(result)["samples_ns"].empty());
}

TEST(Phases, ARightVariantIsRightOnEveryProbe) {
  const recorded_case result = run_only_case("^toy/right/");
  EXPECT_EQ(result.verify->note,
            "also right on numbers below 0 (numbers that differ = 0) and on large numbers (numbers "
            "that differ = 0)");
}

TEST(Phases, AVariantThatIsRightOnItsCaseAndWrongOnAProbeIsIncorrect) {
  const auto blind = expand({.filter = "^toy/wrong_below_0/", .axes = {{"n", "100"}}}).at(0);
  family without_probes = *blind.family;
  without_probes.probes = [](const erased&) { return std::vector<erased_probe>{}; };
  benchmark_case unprobed = blind;
  unprobed.family = &without_probes;
  EXPECT_EQ(cases::case_runner({}).run(unprobed).outcome, status::correct);

  const recorded_case result = cases::case_runner({}).run(blind);
  EXPECT_EQ(result.outcome, status::incorrect);
  EXPECT_EQ(result.reason, "wrong on numbers below 0: numbers that differ = 1, tolerance 0");
  EXPECT_EQ(result.verify->note, "wrong on numbers below 0");
  EXPECT_FALSE(result.verify->correct());
  EXPECT_FALSE(result.times);
}

TEST(Phases, AProbeGivesItsMemoryBackBeforeTheCaseTakesAny) {
  device::emulation::limit_memory(1600);
  const recorded_case result = run_only_case("^toy/right/");
  device::emulation::limit_memory(SIZE_MAX);
  EXPECT_EQ(result.outcome, status::correct) << result.reason;
}

TEST(Phases, AnAnswerThatGoesWrongWhileTimedIsCaughtAfter) {
  const recorded_case result = run_only_case("^toy/wrong_later/");
  EXPECT_EQ(result.outcome, status::incorrect);
  EXPECT_TRUE(result.verify->correct());
  EXPECT_FALSE(result.verify_after->correct());
  EXPECT_FALSE(result.times);
}

TEST(Phases, AFaultIsARecordThatNamesKernelBlockAndThread) {
  const recorded_case result = run_only_case("^toy/out_of_bounds/");
  EXPECT_EQ(result.outcome, status::runtime_error);
  EXPECT_NE(result.reason.find("block (3, 0, 0)"), std::string::npos) << result.reason;
  EXPECT_NE(result.reason.find("thread (4, 0, 0)"), std::string::npos) << result.reason;
}

TEST(Phases, APointThatCannotRunIsARecordThatSaysWhy) {
  const recorded_case result =
      run_only_case("^toy/right/.*block=2048", {{"n", "100"}, {"block", "2048"}});
  EXPECT_EQ(result.outcome, status::constraint);
  EXPECT_EQ(result.reason, "block=2048 exceeds 1024 threads");
}

TEST(Phases, WhatDoesNotFitNamesTheLargestThatDoes) {
  const recorded_case result = run_only_case("^toy/right/", {{"n", "1000000000000"}});
  EXPECT_EQ(result.outcome, status::out_of_memory);
  EXPECT_NE(result.reason.find("the largest n that fits is"), std::string::npos) << result.reason;
  const auto cases = expand({.filter = "^toy/right/", .axes = {{"n", "100"}}});
  EXPECT_EQ(cases::largest_that_fits(cases.at(0), 1600), 100);
  EXPECT_EQ(cases::largest_that_fits(cases.at(0), 1599), 99);
  EXPECT_EQ(cases::largest_that_fits(cases.at(0), 15), std::nullopt);
}

}  // namespace
}  // namespace retime
