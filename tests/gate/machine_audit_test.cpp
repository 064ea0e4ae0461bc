// The audit on this machine with a case whose run takes a counted amount of work.
#include "harness/gate/audit/machine_audit.h"

#include <gtest/gtest.h>

#include "harness/cases/repeated_runner.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
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
  cases::repeated_runner base(counted, 100), slower(counted, 101);
  auto* nowhere = reinterpret_cast<device::stream*>(&counted);  // never looked at
  base.run(*nowhere);
  EXPECT_EQ(counted.runs, 100);
  slower.reset();
  slower.run(*nowhere);
  EXPECT_EQ(*std::static_pointer_cast<const int>(slower.answer()), 101);
}

TEST(RunsPerSample, IsTheLeastThatMakesEverySlowDownExact) {
  EXPECT_EQ(gate::runs_per_sample({0}), 1);
  EXPECT_EQ(gate::runs_per_sample({0, 0.05}), 20);
  EXPECT_EQ(gate::runs_per_sample({0, 0.01, 0.02, 0.05}), 100);
  EXPECT_EQ(gate::runs_per_sample({0.025}), 40);
  EXPECT_THROW(gate::runs_per_sample({0.0003}), bad_input);
}

TEST(ConfusionMatrix, CountsSharesAndAdds) {
  gate::confusion_matrix one, sum;
  one.add(0, verdict::same);
  one.add(0, verdict::slower);
  one.add(0.02, verdict::slower);
  sum.add(one);
  sum.add(one);
  EXPECT_EQ(sum.total(0), 4U);
  EXPECT_EQ(sum.share(0, verdict::slower), 0.5);
  EXPECT_EQ(sum.false_share(), 0.5);
  EXPECT_EQ(sum.share(0.02, verdict::slower), 1);
  EXPECT_EQ(sum.share(0.07, verdict::slower), 0);
  EXPECT_EQ(sum.injected(), (std::vector<double>{0, 0.02}));
}

}  // namespace
}  // namespace retime::gate
