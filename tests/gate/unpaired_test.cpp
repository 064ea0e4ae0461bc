// Which level an unpaired comparison rests on: processes, runs, or neither.
#include "harness/gate/unpaired.h"

#include <gtest/gtest.h>

#include <cmath>

namespace retime::gate {
namespace {

/// As many processes as asked for, `apart` between the highest and the lowest.
std::vector<double> processes(double level, int count, double apart) {
  std::vector<double> logs;
  for (int i = 0; i < count; ++i) logs.push_back(level + apart * (i % 2 == 0 ? 0.5 : -0.5));
  return logs;
}

double error_of(const gate::run_logs& base, const gate::run_logs& new_runs,
                const gate::run_logs& equal = {}) {
  return gate::from_unpaired(base, new_runs, equal, {}).effect.standard_error;
}

TEST(Unpaired, OneProcessEachSaysNothing) {
  const auto result = gate::from_unpaired({{0.0}}, {{0.5}}, {}, {});
  EXPECT_EQ(result.effect.basis, evidence::one_process_each);
  EXPECT_TRUE(std::isinf(result.effect.standard_error));
  EXPECT_EQ(result.effect.log_ratio, 0.5);
  EXPECT_TRUE(result.few_units);
}

TEST(Unpaired, ProcessesOfOneRunEachRestOnTheirSpreadAndAnAssumptionAboutRuns) {
  const auto result =
      gate::from_unpaired({processes(0, 10, 0.004)}, {processes(0.02, 10, 0.004)}, {}, {});
  const double variance = 10 * 0.002 * 0.002 / 9;
  EXPECT_EQ(result.effect.basis, evidence::processes);
  EXPECT_EQ(result.effect.units, 20U);
  EXPECT_EQ(result.effect.degrees_of_freedom, 18);
  EXPECT_NEAR(result.effect.log_ratio, 0.02, 1e-12);
  EXPECT_NEAR(result.effect.standard_error, std::sqrt(variance / 5 + 2 * 0.003 * 0.003), 1e-12);
  EXPECT_FALSE(result.few_units);
  ASSERT_EQ(result.notes.size(), 1U);
  EXPECT_NE(result.notes.front().find("0.3 % from run to run"), std::string::npos);
}

TEST(Unpaired, WhereProcessesDifferMuchRunsAreAssumedToDifferToo) {
  const double variance = 10 * 0.02 * 0.02 / 9;
  EXPECT_NEAR(error_of({processes(0, 10, 0.04)}, {processes(0, 10, 0.04)}),
              std::sqrt(variance / 5 + 2 * 0.36 * variance), 1e-12);
}

TEST(Unpaired, FewProcessesAreNotTrustedToAgree) {
  const auto result =
      gate::from_unpaired({processes(0, 3, 1e-5)}, {processes(0.02, 3, 1e-5)}, {}, {});
  EXPECT_TRUE(result.few_units);
  EXPECT_NEAR(result.effect.standard_error, std::sqrt(1e-4 * 2 / 3 + 2 * 0.003 * 0.003), 1e-9);
}

TEST(Unpaired, FewRunsAreNotTrustedToAgreeManyAre) {
  const auto runs = [](int count) {
    gate::run_logs all;
    for (int i = 0; i < count; ++i) all.push_back({1e-4 * (i % 2)});
    return all;
  };
  EXPECT_NEAR(error_of(runs(4), runs(4)), 0.01 / std::sqrt(2.0), 1e-9);
  EXPECT_LT(error_of(runs(5), runs(5)), 1e-3);
  EXPECT_NEAR(error_of(runs(1), runs(1), runs(3)), 0.01 * std::sqrt(2.0), 1e-9);
  EXPECT_LT(error_of(runs(1), runs(1), runs(8)), 1e-3);
}

/// Runs 2 % apart whose processes agree: the runs tell. Runs that agree by chance: the processes.
TEST(Unpaired, TheWiderOfTheTwoLevelsCounts) {
  const auto side = [](double apart, double of_processes) {
    return gate::run_logs{processes(-apart / 2, 10, of_processes), processes(0, 10, of_processes),
                          processes(apart / 2, 10, of_processes)};
  };
  const auto by_runs = gate::from_unpaired(side(0.04, 0.001), side(0.04, 0.001), {}, {});
  EXPECT_EQ(by_runs.effect.basis, evidence::repeated_runs);
  EXPECT_NEAR(by_runs.effect.standard_error, 0.02 * std::sqrt(2.0 / 3), 1e-9);
  EXPECT_TRUE(by_runs.few_units);
  const auto by_processes = gate::from_unpaired(side(1e-5, 0.04), side(1e-5, 0.04), {}, {});
  EXPECT_EQ(by_processes.effect.basis, evidence::processes);
  EXPECT_EQ(by_processes.effect.units, 60U);
}

TEST(Unpaired, ManyRunsAreTheUnitsHoweverManyProcessesTheyHave) {
  gate::run_logs side;
  for (int i = 0; i < 5; ++i) side.push_back(processes(0.001 * i, 10, 0.04));
  const auto result = gate::from_unpaired(side, side, {}, {});
  EXPECT_EQ(result.effect.basis, evidence::repeated_runs);
  EXPECT_EQ(result.effect.units, 10U);
}

}  // namespace
}  // namespace retime::gate
