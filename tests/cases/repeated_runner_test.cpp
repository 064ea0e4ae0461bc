#include "harness/cases/repeated_runner.h"

#include <gtest/gtest.h>

#include <vector>

namespace retime::cases {
namespace {

struct counting_runner final : erased_runner {
  int runs = 0;
  void reset() override { runs = 0; }
  void run(device::stream&) override { ++runs; }
  erased answer() override { return std::make_shared<const int>(runs); }
  std::map<std::string, series> trace(device::stream&) override { return {}; }
  std::optional<launch_report> launch() const override { return std::nullopt; }
};

TEST(RepeatedRunner, RunsTheCaseAsOftenAsItSays) {
  counting_runner counted;
  repeated_runner base(counted, 100), slower(counted, 101);
  auto* nowhere = reinterpret_cast<device::stream*>(&counted);  // never looked at
  base.run(*nowhere);
  EXPECT_EQ(counted.runs, 100);
  slower.reset();
  slower.run(*nowhere);
  EXPECT_EQ(*std::static_pointer_cast<const int>(slower.answer()), 101);
}

TEST(RunsToLengthen, AreTheFewestForAllSlowDowns) {
  const std::vector<double> none{0}, single{0.03}, several{0, 0.01, 0.05};
  EXPECT_EQ(runs_to_lengthen(none), 1);
  EXPECT_EQ(runs_to_lengthen(single), 33);
  EXPECT_EQ(lengthening_by(0.03).longer, 34);
  EXPECT_EQ(runs_to_lengthen(several), 99);
  EXPECT_NEAR(lengthened(99, 0.05).slowdown(), 0.05, 0.05 / 50);
}

}  // namespace
}  // namespace retime::cases
