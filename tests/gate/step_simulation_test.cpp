// Series without a step, of noises as machines have them, looked at after every one of 60 runs.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "harness/gate/history/step_detection.h"
#include "tests/thorough.h"

namespace retime::gate {
namespace {

using generator = std::mt19937_64;
using series = std::vector<double>;

/// A series of this many runs, by a function of the run's number.
template <class Function>
series made(std::size_t runs, Function run) {
  series logs;
  for (std::size_t i = 0; i < runs; ++i) logs.push_back(run(static_cast<double>(i)));
  return logs;
}

double normal(generator& random, double sigma) {
  return std::normal_distribution<double>(0, sigma)(random);
}

bool once_in(generator& random, int times) {
  return std::uniform_int_distribution<int>(1, times)(random) == 1;
}

/// AR(1) from its stationary law: 1 % of a run.
series correlated(generator& random, std::size_t runs, double correlation) {
  double state = normal(random, 0.01);
  const double innovation = 0.01 * std::sqrt(1 - correlation * correlation);
  return made(runs, [&](double) {
    return std::exchange(state, correlation * state + normal(random, innovation));
  });
}

struct noise {
  const char* name;
  std::function<series(generator&)> draw;
  int allowed;  ///< series with a false step at any time, of those drawn
};
void PrintTo(const noise& model, std::ostream* out) { *out << model.name; }

const int drawn = tests::thorough() ? 3000 : 600;
const int one_in_200 = drawn / 200;

const noise noises[] = {
    {"normal", [](auto& random) { return correlated(random, 60, 0); }, one_in_200},
    {"heavy_tails",
     [](auto& random) {
       std::student_t_distribution<double> t2(2);
       return made(60, [&](double) { return 0.005 * t2(random); });
     },
     one_in_200},
    {"correlated_by_half", [](auto& random) { return correlated(random, 60, 0.5); }, one_in_200},
    {"correlated_by_0_8", [](auto& random) { return correlated(random, 60, 0.8); }, one_in_200},
    {"correlated_by_0_95", [](auto& random) { return correlated(random, 60, 0.95); }, one_in_200},
    {"two_clocks",
     [](auto& random) {
       return made(60, [&](double) { return normal(random, 0.003) + 0.02 * once_in(random, 5); });
     },
     one_in_200},
    {"outliers",
     [](auto& random) {
       return made(60, [&](double) { return normal(random, 0.005) + 0.1 * once_in(random, 20); });
     },
     one_in_200},
    {"straight_drift",
     [](auto& random) {
       return made(60, [&](double i) { return normal(random, 0.005) + 0.02 * i / 60; });
     },
     one_in_200},
    {"random_walk",  // 0.2 % a run: the runs are farther apart in the end than most steps are wide
     [](auto& random) {
       double level = 0;
       return made(
           60, [&](double) { return normal(random, 0.005) + (level += normal(random, 0.002)); });
     },
     drawn / 40},
};

class StepSimulation : public testing::TestWithParam<noise> {};

TEST_P(StepSimulation, HardlyEverShowsAStepThatIsNone) {
  generator random(1);
  int split = 0;
  for (int i = 0; i < drawn; ++i)
    split += !gate::find_steps(GetParam().draw(random), {.margin = 1e-9}).empty();
  RecordProperty("false_steps", split);
  EXPECT_LE(split, GetParam().allowed);
}

INSTANTIATE_TEST_SUITE_P(Noises, StepSimulation, testing::ValuesIn(noises),
                         [](const auto& instance) { return std::string(instance.param.name); });

/// Share of series of 1 % noise in which a step after 30 runs shows within so many runs.
double found_within(std::size_t runs, double step, double correlation) {
  constexpr int planted = 400;
  generator random(2);
  int detected = 0;
  for (int i = 0; i < planted; ++i) {
    series logs = correlated(random, 30 + runs, correlation);
    for (std::size_t after = 30; after < logs.size(); ++after) logs[after] += std::log1p(step);
    detected += !gate::find_steps(logs, {}).empty();
  }
  return static_cast<double>(detected) / planted;
}

TEST(StepSimulation, ShowsStepsThatAreWideAgainstTheNoise) {
  EXPECT_GE(found_within(3, 0.06, 0), 0.88);
  EXPECT_GE(found_within(3, 0.06, 0.5), 0.83);
  EXPECT_GE(found_within(3, 0.2, 0), 0.98);
  EXPECT_GE(found_within(6, 0.06, 0), 0.93);
  EXPECT_GE(found_within(10, 0.06, 0.5), 0.85);
  EXPECT_GE(found_within(10, 0.03, 0), 0.5);
}

}  // namespace
}  // namespace retime::gate
