// What is timed is what is verified: what the mutants among the toy variants do wrong, or leave
// undone, while they are timed is found.
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <thread>

#include "harness/cases/case_runner.h"
#include "harness/cases/skipped_work.h"

namespace retime {
namespace {

benchmark_case toy(const std::string& variant, const std::string& n = "100") {
  return expand({.filter = "^toy/" + variant + "/", .axes = {{"n", n}}}).at(0);
}

/// Long enough that the looks after timing are not cut short where the machine is busy.
recorded_case run(const benchmark_case& benchmark, sample_plan brief = {}) {
  const measure_options measuring{.precision = 1e-9, .budget_s = 2, .brief = std::move(brief)};
  return cases::case_runner({.measuring = measuring}).run(benchmark);
}

/// A CPU case whose times can be told apart.
const std::string many = "300000";

std::size_t ten_samples(std::span<const double> so_far) { return 10 - so_far.size(); }

class Mutants : public testing::TestWithParam<std::string> {};

TEST_P(Mutants, AreIncorrectAndHaveNoTime) {
  const recorded_case result = run(toy(GetParam()));
  EXPECT_TRUE(result.verify->correct());
  EXPECT_EQ(result.outcome, status::incorrect);
  EXPECT_TRUE(result.reason.starts_with("after timing: numbers that differ")) << result.reason;
  EXPECT_FALSE(result.verify_after->correct());
  EXPECT_FALSE(result.times);
}

INSTANTIATE_TEST_SUITE_P(, Mutants,
                         testing::Values("gpu_wrong_every_7th", "cpu_wrong_every_7th",
                                         "gpu_wrong_every_16th", "cpu_wrong_every_16th",
                                         "gpu_idle_every_7th", "cpu_idle_every_7th",
                                         "gpu_wrong_from_the_4th", "cpu_wrong_from_the_4th",
                                         "gpu_wrong_1_in_7", "cpu_wrong_1_in_7"),
                         [](const auto& named) { return named.param; });

TEST(AfterTiming, ALazyVariantIsCaughtByItsAccesses) {
  const recorded_case result = run(toy("gpu_lazy"));
  EXPECT_EQ(result.outcome, status::incorrect);
  EXPECT_EQ(result.reason,
            "after timing: a run from its initial state reads 100 elements and writes 100, a "
            "repeated one 0 and 0: timed runs skip work");
}

TEST(AfterTiming, ALazyVariantOnTheHostIsCaughtByItsTimes) {
  for (const auto& brief : {sample_plan(), sample_plan(ten_samples)}) {
    const recorded_case result = run(toy("cpu_lazy", many), brief);
    EXPECT_EQ(result.outcome, status::incorrect);
    EXPECT_NE(result.reason.find("timed runs skip work"), std::string::npos) << result.reason;
    EXPECT_FALSE(result.times);
  }
}

TEST(AfterTiming, WhatIsRightIsRightAndSaysWhatWasLookedAt) {
  const recorded_case on_device = run(toy("gpu_honest")), on_host = run(toy("cpu_honest"));
  for (const auto* result : {&on_device, &on_host}) {
    EXPECT_EQ(result->outcome, status::correct) << result->reason;
    EXPECT_EQ(result->verify_after->note,
              "33 runs verified after timing, the last timed one among them");
  }
}

TEST(AfterTiming, ARunThatGoesOnFromTheLastIsVerifiedFromItsInitialState) {
  const recorded_case result = run(toy("cpu_advances"));
  EXPECT_EQ(result.outcome, status::correct) << result.reason;
  EXPECT_EQ(result.verify_after->note,
            "17 runs verified after timing, each from the initial state: a run goes on from where "
            "the last one ended");
}

TEST(AfterTiming, CachesThatResetEmptiesAreNoSkippedWork) {
  for (const auto& n : std::array<std::string, 3>{"1000", "30000", many}) {
    const recorded_case result = run(toy("cpu_cold_after_reset", n));
    EXPECT_EQ(result.outcome, status::correct) << n << ": " << result.reason;
  }
}

TEST(AfterTiming, ABriefLookVerifiesOneRun) {
  const recorded_case result = run(toy("cpu_honest"), ten_samples);
  EXPECT_EQ(result.outcome, status::correct) << result.reason;
  EXPECT_EQ(result.verify_after->note, "1 run verified after timing");
}

TEST(AfterTiming, AClockThatRunsBackwardsGivesNoTime) {
  cases::case_runner cases({});
  for (const double sample_ns : {-3.6e12, 0.0}) {
    auto prepared = cases.prepare(toy("cpu_honest"));
    measurement timing;
    timing.samples_ns = {100, sample_ns, 100};
    prepared.result.phases.transfer_in = sample_ns;
    cases.finish(prepared, timing);
    EXPECT_EQ(prepared.result.outcome, status::runtime_error);
    EXPECT_NE(prepared.result.reason.find("the clock does not go forward"), std::string::npos);
    EXPECT_FALSE(prepared.result.times);
    const auto phase = to_json(prepared.result)["phases_ns"]["transfer_in"];
    EXPECT_TRUE(phase.is_null() || phase >= 0) << phase;
  }
}

TEST(SkippedWork, IsLessThanHalfOfTheAccesses) {
  EXPECT_FALSE(cases::skipped_work({.reads = 1000, .writes = 100}, {.reads = 500, .writes = 100}));
  EXPECT_TRUE(cases::skipped_work({.reads = 1000, .writes = 100}, {.reads = 499, .writes = 100}));
  EXPECT_TRUE(cases::skipped_work({.reads = 1000, .writes = 100}, {.reads = 1000, .writes = 49}));
  EXPECT_FALSE(
      cases::skipped_work({.reads = 30, .writes = 1}, {.reads = 0, .writes = 0}));  // chance
}

/// Takes as long as it is asked to, by whether reset() came before.
class sleeper final : public erased_runner {
 public:
  sleeper(int from_reset_us, int repeated_us)
      : from_reset_us_(from_reset_us), repeated_us_(repeated_us) {}
  void reset() override { is_fresh_ = true; }
  void run(device::stream&) override {
    std::this_thread::sleep_for(
        std::chrono::microseconds(std::exchange(is_fresh_, false) ? from_reset_us_ : repeated_us_));
  }
  erased answer() override { return nullptr; }
  std::map<std::string, series> trace(device::stream&) override { return {}; }
  std::optional<launch_report> launch() const override { return std::nullopt; }

 private:
  int from_reset_us_, repeated_us_;
  bool is_fresh_ = false;
};

/// Whatever the first sight was.
TEST(SkippedWork, IsWhatTimesSayAgainFromColdCaches) {
  const cases::run_times alarming{.from_reset_ns = {30e6}, .repeated_ns = {2}};
  sleeper lazy(20000, 0), honest(3000, 3000);
  EXPECT_TRUE(cases::skipped_work(lazy, processor::cpu, alarming));
  EXPECT_FALSE(cases::skipped_work(honest, processor::cpu, alarming));
  EXPECT_FALSE(
      cases::skipped_work(lazy, processor::cpu, {.from_reset_ns = {4000}, .repeated_ns = {2}}));
}

}  // namespace
}  // namespace retime
