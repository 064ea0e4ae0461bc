// Planted steps in synthetic series: 0.5 % noise of a run, as a quiet machine has it.
#include "harness/gate/history/step_detection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace retime::gate {
namespace {

std::vector<double> with_steps(std::mt19937_64& random,
                               const std::vector<std::pair<std::size_t, double>>& levels,
                               double noise = 0.005) {
  std::normal_distribution<double> normal(0, noise);
  std::vector<double> logs;
  for (const auto& [runs, slowdown] : levels) {
    for (std::size_t i = 0; i < runs; ++i)
      logs.push_back(std::log(1e5 * (1 + slowdown)) + normal(random));
  }
  return logs;
}

TEST(FindSteps, FindsThreePerCentAndWhere) {
  std::mt19937_64 random(2);
  int detected = 0;
  for (int stream = 0; stream < 500; ++stream) {
    const auto steps = gate::find_steps(with_steps(random, {{20, 0.0}, {12, 0.03}}), {});
    detected += steps.size() == 1 && std::abs(static_cast<int>(steps.front()) - 20) <= 1;
  }
  EXPECT_GE(detected, 475);
}

TEST(FindSteps, FindsSeveral) {
  std::mt19937_64 random(3);
  const auto steps =
      gate::find_steps(with_steps(random, {{20, 0.0}, {15, 0.05}, {20, 0.02}}, 0.002), {});
  EXPECT_EQ(steps, (std::vector<std::size_t>{20, 35}));
}

TEST(FindSteps, OneOutlierIsNoStepAndHidesNone) {
  std::mt19937_64 random(4);
  auto logs = with_steps(random, {{30, 0.0}});
  logs[15] += 0.5;
  EXPECT_TRUE(gate::find_steps(logs, {}).empty());
  for (const double later : with_steps(random, {{10, 0.05}})) logs.push_back(later);
  EXPECT_EQ(gate::find_steps(logs, {}), std::vector<std::size_t>{30});
}

TEST(FindSteps, WhatALookShowedStays) {
  std::mt19937_64 random(7);
  const auto logs = with_steps(random, {{30, 0.0}, {8, 0.05}, {30, 0.0}}, 0.002);
  EXPECT_EQ(gate::find_steps(logs, {}), (std::vector<std::size_t>{30, 38}));
  EXPECT_EQ(gate::find_steps(std::span(logs).first(38), {}), std::vector<std::size_t>{30});
}

TEST(FindSteps, AQuietMachineHidesNoStep) {
  std::mt19937_64 random(8);
  EXPECT_EQ(gate::find_steps(with_steps(random, {{30, 0.0}, {10, 0.05}}, 0.0005), {}),
            std::vector<std::size_t>{30});
}

TEST(FindSteps, EvidenceBeyondADoubleIsStillCompared) {
  std::mt19937_64 random(9);
  auto logs = with_steps(random, {{100, 0.0}, {100, 0.004}}, 1e-5);  // below the margin
  for (const double later : with_steps(random, {{10, 0.02}}, 1e-5)) logs.push_back(later);
  EXPECT_EQ(gate::find_steps(logs, {}), std::vector<std::size_t>{200});
  EXPECT_EQ(gate::find_steps(logs, {.margin = 0.001}), (std::vector<std::size_t>{100, 200}));
}

TEST(FindSteps, EqualTimesAreNoNoise) {
  std::vector<double> logs(40, std::log(1e5));
  EXPECT_TRUE(gate::find_steps(logs, {}).empty());
  for (int i = 0; i < 10; ++i) logs.push_back(std::log(1.1e5));
  EXPECT_EQ(gate::find_steps(logs, {}), std::vector<std::size_t>{40});
}

TEST(FindSteps, TooFewRunsOrTooSmallAStep) {
  EXPECT_TRUE(gate::find_steps({}, {}).empty());
  EXPECT_TRUE(gate::find_steps(std::vector<double>{1, 1, 1, 2, 2}, {}).empty());
  std::mt19937_64 random(5);
  EXPECT_TRUE(gate::find_steps(with_steps(random, {{30, 0.0}, {30, 0.003}}, 0.0005), {}).empty());
  EXPECT_EQ(
      gate::find_steps(with_steps(random, {{30, 0.0}, {30, 0.003}}, 0.0005), {.margin = 0.001})
          .size(),
      1U);
}

TEST(FindSteps, SmallerAlphaAsksForMore) {
  std::mt19937_64 random(6);
  int bold = 0, careful = 0;
  for (int stream = 0; stream < 100; ++stream) {
    const auto logs = with_steps(random, {{30, 0.0}, {6, 0.02}});
    bold += !gate::find_steps(logs, {.alpha = 0.05}).empty();
    careful += !gate::find_steps(logs, {.alpha = 1e-6}).empty();
  }
  EXPECT_GT(bold, careful + 20);
}

}  // namespace
}  // namespace retime::gate
