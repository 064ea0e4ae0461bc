// What a case takes, read off a counter that moves on by steps while the case is sampled.

#include <gtest/gtest.h>

#include <cmath>

#include "harness/measure/device_monitor.h"

namespace retime {
namespace {

/// Readings every `apart_s` of a counter at `watts` that moves on every `step_s`.
std::vector<sample_block> readings(int count, double apart_s, double watts, double step_s) {
  std::vector<sample_block> blocks;
  for (int i = 0; i < count; ++i) {
    device_state state;
    state.read_s = 7 + i * apart_s;
    state.energy_j = 1e6 + watts * step_s * std::floor(i * apart_s / step_s);
    blocks.push_back({.samples = 1, .state = state});
  }
  return blocks;
}

TEST(Energy, IsThatBetweenTwoMovesOfTheCounter) {
  const auto used = energy_used(readings(60, 0.02, 300, 0.1), 1.1, 1.2);
  ASSERT_TRUE(used);
  EXPECT_NEAR(used->power_w, 300, 300 * 0.02 / 1.0);
  EXPECT_NEAR(used->window_s, 1.0, 0.021);
  EXPECT_NEAR(used->busy, 1.1 / 1.2, 1e-9);
}

TEST(Energy, OfRunsThatAreLongerThanTheCountersStepIsTrueToThatStep) {
  const auto used = energy_used(readings(7, 0.73, 300, 0.05), 5, 5.2);
  ASSERT_TRUE(used);
  EXPECT_NEAR(used->power_w, 300, 300 * 0.05 / 3.65);
}

TEST(Energy, IsNotKnownOfAShortWindow) {
  EXPECT_FALSE(energy_used(readings(20, 0.02, 300, 0.1), 0.4, 0.4));
  EXPECT_FALSE(energy_used(readings(1, 0.02, 300, 0.1), 0.4, 0.4));
  EXPECT_FALSE(energy_used({}, 0.4, 0.4));
}

TEST(Energy, IsNotKnownWhereTheCaseIsASmallPartOfTheSampling) {
  EXPECT_FALSE(energy_used(readings(60, 0.02, 300, 0.1), 0.9, 1.2));
}

TEST(Energy, IsNotKnownWhereTheCounterIsMissingStandsOrGoesBack) {
  auto blocks = readings(60, 0.02, 300, 0.1);
  blocks[30].state.energy_j.reset();
  EXPECT_FALSE(energy_used(blocks, 1.2, 1.2));
  EXPECT_FALSE(energy_used(readings(60, 0.02, 0, 0.1), 1.2, 1.2));
  blocks = readings(60, 0.02, 300, 0.1);
  blocks.back().state.energy_j = 5;
  EXPECT_FALSE(energy_used(blocks, 1.2, 1.2));
}

TEST(DeviceMonitor, ReadsTheCounterAndWhen) {
  nvml_functions fake;
  fake.energy = [](void*, unsigned long long* millijoules) { return *millijoules = 1234567, 0; };
  fake.power = [](void*, unsigned* milliwatts) { return *milliwatts = 250500, 0; };
  fake.temperature = [](void*, int, unsigned*) { return 3; };  // not supported
  int device = 0;
  const auto first = read_device_state(fake, &device), second = read_device_state(fake, &device);
  EXPECT_DOUBLE_EQ(first.energy_j.value(), 1234.567);
  EXPECT_DOUBLE_EQ(first.power_w.value(), 250.5);
  EXPECT_FALSE(first.temperature_c || first.sm_clock_mhz);
  EXPECT_GT(second.read_s, first.read_s);
}

}  // namespace
}  // namespace retime
