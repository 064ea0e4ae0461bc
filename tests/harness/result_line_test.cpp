#include <gtest/gtest.h>

#include "harness/cli/progress.h"

namespace {

using namespace retime;

recorded_case on(processor where, std::vector<std::optional<double>> stolen_cores) {
  recorded_case made{.key = "family/variant/n=1", .runs_on = where};
  made.times.emplace();
  made.times->stats.median_ns = 9e6;
  made.times->stats.ci_low_ns = 8.9e6;
  made.times->stats.ci_high_ns = 9.1e6;
  for (const auto& stolen : stolen_cores)
    made.times->processes.push_back({.median_ns = 9e6, .stolen_cores = stolen});
  return made;
}

bool tells_of_cores(const recorded_case& result) {
  return result_line(result).find("cores stolen") != std::string::npos;
}

TEST(ResultLine, SaysHowManyCoresWereStolenFromACpuVariant) {
  EXPECT_NE(result_line(on(processor::cpu, {4.0, 1.0, 2.5})).find(", 2.5 cores stolen"),
            std::string::npos);
  EXPECT_TRUE(tells_of_cores(on(processor::cpu, {std::nullopt, 1.0})));
  EXPECT_FALSE(tells_of_cores(on(processor::cpu, {0.9})));
  EXPECT_FALSE(tells_of_cores(on(processor::cpu, {std::nullopt})));
  EXPECT_FALSE(tells_of_cores(on(processor::gpu, {4.0})));
}

}  // namespace
