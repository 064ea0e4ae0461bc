// A run whose clocks floated says so once, and what would keep them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/bench/progress.h"
#include "tests/gate/written_run.h"

namespace retime {
namespace {

/// A GPU case with these readings of the SM clock.
recorded_case at_clocks(const std::vector<double>& clocks_mhz) {
  auto record = gate::record("carpet/c_compact", 1e6, {1e6, 1e6});
  auto& states = record["measurement"]["states"] = nlohmann::json::array();
  for (const double mhz : clocks_mhz) states.push_back({{"sm_clock_mhz", mhz}});
  return case_of(record);
}

std::string said_of(const std::map<std::string, recorded_case>& cases, bool locked = false) {
  return bench::floating_clocks(cases, locked).value_or("");
}

TEST(FloatingClocks, AreThoseThatDifferWithinOrAmongCases) {
  EXPECT_EQ(said_of({{"a", at_clocks({1980, 1980})}, {"b", at_clocks({1935, 1980})}}), "");
  EXPECT_EQ(
      said_of({{"a", at_clocks({1500, 1980})}}),
      "the SM clock went from 1500 to 1980 MHz between samples; --lock-clocks keeps it at one");
  EXPECT_NE(said_of({{"a", at_clocks({1800})}, {"b", at_clocks({1980})}}).find("1800 to 1980"),
            std::string::npos);
}

TEST(FloatingClocks, LetASingleReadingOfManyPass) {
  std::vector<double> readings(20, 1980);
  readings[3] = 345;
  EXPECT_EQ(said_of({{"a", at_clocks(readings)}}), "");
}

TEST(FloatingClocks, SayNothingOfTheEmulationAndOfTheCpu) {
  auto emulated = at_clocks({1500, 1980});
  emulated.emulated = true;
  EXPECT_EQ(said_of({{"a", emulated}, {"b", at_clocks({})}}), "");
}

TEST(FloatingClocks, ThatWereLockedDidNotGetThePower) {
  EXPECT_EQ(said_of({{"a", at_clocks({1500, 1980})}}, true),
            "the SM clock went from 1500 to 1980 MHz, though locked: power or heat did not allow "
            "more");
}

}  // namespace
}  // namespace retime
