// Planted steps in synthetic series: 0.5 % noise of a run, as a quiet machine has it.
#include "harness/compare/step_detection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace retime::compare {
namespace {

std::vector<double> series(std::mt19937_64& random,
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

TEST(FindSteps, NoneWhereThereIsNone) {
  std::mt19937_64 random(1);
  int split = 0;
  for (int stream = 0; stream < 600; ++stream) {
    split += !find_steps(series(random, {{40, 0.0}}, 0.01), {.margin = 1e-9}).empty();
  }
  EXPECT_LE(split, 12);  // 1 % of 600 is 6, and 12 is its 99 % point
}

TEST(FindSteps, FindsTwoPerCentAndWhere) {
  std::mt19937_64 random(2);
  int found = 0;
  for (int stream = 0; stream < 500; ++stream) {
    const auto steps = find_steps(series(random, {{20, 0.0}, {12, 0.02}}), {});
    found += steps.size() == 1 && std::abs(static_cast<int>(steps.front()) - 20) <= 1;
  }
  EXPECT_GE(found, 475);
}

TEST(FindSteps, FindsSeveral) {
  std::mt19937_64 random(3);
  const auto steps = find_steps(series(random, {{20, 0.0}, {15, 0.05}, {20, 0.02}}, 0.002), {});
  EXPECT_EQ(steps, (std::vector<std::size_t>{20, 35}));
}

TEST(FindSteps, OneOutlierIsNoStep) {
  std::mt19937_64 random(4);
  auto logs = series(random, {{30, 0.0}});
  logs[15] += 0.5;
  EXPECT_TRUE(find_steps(logs, {}).empty());
}

TEST(FindSteps, TooFewRunsOrTooSmallAStep) {
  EXPECT_TRUE(find_steps({}, {}).empty());
  EXPECT_TRUE(find_steps(std::vector<double>{1, 1, 1, 2, 2}, {}).empty());
  std::mt19937_64 random(5);
  EXPECT_TRUE(find_steps(series(random, {{30, 0.0}, {30, 0.003}}, 0.0005), {}).empty());
  EXPECT_EQ(find_steps(series(random, {{30, 0.0}, {30, 0.003}}, 0.0005), {.margin = 0.001}).size(),
            1U);
}

TEST(FindSteps, TheSameSeedGivesTheSameSteps) {
  std::mt19937_64 random(6);
  const auto logs = series(random, {{15, 0.0}, {15, 0.006}});
  EXPECT_EQ(find_steps(logs, {}), find_steps(logs, {}));
}

}  // namespace
}  // namespace retime::compare
