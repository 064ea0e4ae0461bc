#include <gtest/gtest.h>

#include "harness/sweep/processes/sweep_run.h"

namespace retime::sweep {
namespace {

variant on(processor where) {
  variant made;
  made.runs_on = where;
  made.invalid = [](const point& at) {
    return at.has("wrong") ? std::optional<std::string>("wrong") : std::nullopt;
  };
  return made;
}

TEST(MostSeconds, SumsTheBudgetsOfWhatIsSampled) {
  const variant cpu = on(processor::cpu), gpu = on(processor::gpu);
  std::vector<benchmark_case> cases(4);
  for (auto& one : cases) one.variant = &cpu;
  cases[0].key = "listed";
  cases[2].variant = &gpu;
  cases[3].point.set("wrong", 1);
  sweep::sweep_run_options options;
  options.processes.budget_s = 10;
  options.own_processes["listed"] = sweep::exactly(3, 0.5, 0.01);
  EXPECT_DOUBLE_EQ(sweep::most_seconds(cases, options, false), 1.5 + 10 + 10);
  EXPECT_DOUBLE_EQ(sweep::most_seconds(cases, options, true), 1.5 + 10);
  options.timed = false;
  EXPECT_EQ(sweep::most_seconds(cases, options, false), 0);
}

}  // namespace
}  // namespace retime::sweep
