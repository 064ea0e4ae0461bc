// The interval from several processes against processes whose spread is known.
#include "harness/measure/process_levels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include "harness/measure/inference.h"
#include "kernels/support/students_t.h"

namespace retime {
namespace {

constexpr int sessions = 4000;
constexpr double time_ns = 1e6;

/// Relative deviations of the two levels, both normal.
struct spread {
  double between = 0, within = 0;
};

class machine {
 public:
  explicit machine(spread is) : is_(is) {}
  double process_ns() {
    return time_ns * std::exp(is_.between * normal_(engine_) + is_.within * normal_(engine_));
  }
  process_levels session(int processes) {
    std::vector<process_median> medians;
    for (int i = 0; i < processes; ++i) {
      const double median_ns = process_ns();
      medians.push_back({median_ns, is_.within});
    }
    return levels_of(medians);
  }

 private:
  spread is_;
  std::mt19937_64 engine_{1};
  std::normal_distribution<double> normal_;
};

/// How often the interval holds the process that comes next.
double share_held(spread is, int processes) {
  machine tried(is);
  int held = 0;
  for (int i = 0; i < sessions; ++i) {
    const auto levels = tried.session(processes);
    const double next_ns = tried.process_ns();
    if (levels.to_come_ns.low <= next_ns && next_ns <= levels.to_come_ns.high) ++held;
  }
  return static_cast<double>(held) / sessions;
}

// Four standard errors of a share of 4000.
constexpr double error_of_share = 0.014;

TEST(ProcessLevels, TheIntervalHoldsTheNextProcess) {
  for (const int processes : {3, 5, 10}) {
    EXPECT_NEAR(share_held({.between = 0.02}, processes), 0.95, error_of_share) << processes;
    EXPECT_NEAR(share_held({.between = 0.02, .within = 0.005}, processes), 0.95, error_of_share)
        << processes;
  }
}

// What the samples explain is known better than what few processes show: it may only widen.
TEST(ProcessLevels, SamplesThatExplainAllNarrowNothing) {
  for (const int processes : {3, 5, 10}) {
    EXPECT_GE(share_held({.within = 0.02}, processes), 0.95) << processes;
    EXPECT_GE(share_held({.between = 0.01, .within = 0.01}, processes), 0.95 - error_of_share)
        << processes;
  }
}

TEST(ProcessLevels, TellsTheTwoLevelsApart) {
  const spread is{.between = 0.03, .within = 0.01};
  machine tried(is);
  double between = 0, within = 0;
  for (int i = 0; i < sessions; ++i) {
    const auto levels = tried.session(10);
    between += std::pow(levels.sd_between_ns / levels.median_ns, 2) / sessions;
    within += std::pow(levels.sd_within_ns / levels.median_ns, 2) / sessions;
  }
  EXPECT_NEAR(std::sqrt(between), is.between, 0.001);
  EXPECT_NEAR(std::sqrt(within), is.within, 1e-6);
}

TEST(ProcessLevels, NothingIsLeftWhereSamplesExplainAll) {
  EXPECT_EQ(
      levels_of(std::vector<process_median>{{99, 0.05}, {101, 0.05}, {100, 0.05}}).sd_between_ns,
      0);
  EXPECT_GT(levels_of(std::vector<process_median>{{99, 0.001}, {101, 0.001}}).sd_between_ns, 1);
}

TEST(ProcessLevels, EqualMediansLeaveWhatTheirSamplesLeave) {
  const auto levels = levels_of(std::vector<process_median>(5, {100, 0.01}));
  const double reach = upper_quantile(0.025, 4) * 0.01 * std::sqrt(1.2);
  EXPECT_NEAR(levels.to_come_ns.low, 100 * std::exp(-reach), 1e-9);
  EXPECT_NEAR(levels.to_come_ns.high, 100 * std::exp(reach), 1e-9);
  EXPECT_EQ(levels.median_ns, 100);
}

TEST(ProcessLevels, OneProcessShowsNoSpread) {
  EXPECT_THROW(levels_of(std::vector<process_median>{{100, 0.01}}), std::invalid_argument);
}

TEST(ProcessLevels, AnIntervalTellsItsStandardError) {
  EXPECT_NEAR(relative_error_of({100 * std::exp(-z_95 / 50), 100 * std::exp(z_95 / 50)}), 0.02,
              1e-12);
}

}  // namespace
}  // namespace retime
