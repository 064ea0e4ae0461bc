// A profiler sees one launch of a case, right and verified, and nothing of it is a time.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/cases/case_runner.h"
#include "kernels/device/emulation/profiled_range.h"

namespace retime {
namespace {

recorded_case profiled_only_case(const std::string& filter) {
  const auto cases = expand({.filter = filter, .axes = {{"n", "100"}}});
  EXPECT_EQ(cases.size(), 1U);
  return cases::case_runner({.timed = false, .profiled = true, .traced = false}).run(cases.at(0));
}

struct ProfileOnce : testing::Test {
  ProfileOnce() { device::emulation::take_profiled(); }
};

TEST_F(ProfileOnce, OneLaunchIsProfiledUnderTheCasesKey) {
  const recorded_case result = profiled_only_case("^toy/right/");
  EXPECT_EQ(result.outcome, status::correct) << result.reason;
  const auto seen = device::emulation::take_profiled();
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0].name, result.key);
  EXPECT_EQ(seen[0].launches, 1U);
  ASSERT_TRUE(result.verify_after);
  EXPECT_EQ(result.verify_after->note, "the profiled run");
}

TEST_F(ProfileOnce, ItsRecordHoldsNoTime) {
  const auto line = to_json(profiled_only_case("^toy/right/"));
  EXPECT_TRUE(line["samples_ns"].empty());
  EXPECT_TRUE(line["statistics"].is_null());
  EXPECT_TRUE(line["measurement"].is_null());
  EXPECT_TRUE(line["phases_ns"]["whole"].is_null());
}

TEST_F(ProfileOnce, ACaseThatIsWrongBeforeIsNotProfiled) {
  EXPECT_EQ(profiled_only_case("^toy/wrong/").outcome, status::incorrect);
  EXPECT_TRUE(device::emulation::take_profiled().empty());
}

TEST_F(ProfileOnce, AWrongProfiledRunIsFound) {
  const recorded_case result = profiled_only_case("^toy/wrong_later/");
  EXPECT_EQ(result.outcome, status::incorrect);
  EXPECT_EQ(result.reason, "while profiled: numbers that differ = 1, tolerance 0");
  EXPECT_EQ(device::emulation::take_profiled().size(), 1U);
}

}  // namespace
}  // namespace retime
