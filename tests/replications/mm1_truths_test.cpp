// The queue from empty against its theory.
#include <gtest/gtest.h>

#include <numbers>

#include "kernels/replications/mm1.h"
#include "tests/replications/experiments.h"

namespace replications {
namespace {

struct queue {
  double lambda, mu;
  int clients;
  std::int64_t replications;
};

class ReplicationsQueues : public testing::TestWithParam<queue> {
 protected:
  const queue queue_ = GetParam();
  const double mu_ = queue_.mu, r_ = queue_.lambda / mu_, n_ = queue_.clients;
  const outcome run_ =
      replications_of<mm1>({queue_.clients, queue_.lambda, mu_}, queue_.replications, 5);
  const sample wait_ = describe(quantity(run_, 0)), system_ = describe(quantity(run_, 1)),
               idle_ = describe(quantity(run_, 2));
};

/// The first n clients wait less than those of a queue that has run for long.
TEST_P(ReplicationsQueues, MeanWaitIsThatOfTheFirstClients) {
  const double lasting = r_ / (mu_ * (1 - r_));
  const double from_empty = lasting - r_ / (n_ * mu_ * std::pow(1 - r_, 3));
  EXPECT_NEAR(wait_.mean, from_empty, 4 * wait_.error);
}

TEST_P(ReplicationsQueues, TimeInSystemIsTheWaitAndAService) {
  const double services = n_ * static_cast<double>(queue_.replications);
  EXPECT_NEAR(system_.mean - wait_.mean, 1 / mu_, 4 / (mu_ * std::sqrt(services)));
}

/// Gaps less services leave the idle time, but for the last client's time in system.
TEST_P(ReplicationsQueues, TheServerIdlesWhenItDoesNotServe) {
  const double last = 1 / (mu_ - queue_.lambda);
  EXPECT_NEAR(idle_.mean, 1 / queue_.lambda - 1 / mu_ + last / n_, 4 * idle_.error);
}

INSTANTIATE_TEST_SUITE_P(, ReplicationsQueues,
                         testing::Values(queue{0.8, 1, 10000, 2000}, queue{1, 2, 200, 20000}),
                         [](const auto& named) { return std::to_string(named.index); });

/// In the limit of many clients.
TEST(ReplicationsMm1, LongReplicationsSpreadAsTheyMust) {
  for (const auto& [lambda, mu, n, count] : {queue{0.8, 1, 10000, 2000}, {1, 2, 5000, 4000}}) {
    const double r = lambda / mu;
    const double expected =
        std::sqrt(r * (2 + 5 * r - 4 * r * r + r * r * r) / n) / (mu * (1 - r) * (1 - r));
    const auto run = replications_of<mm1>({n, lambda, mu}, count, 6);
    // A replication's law has longer tails than the normal one.
    const double error = 1.5 / std::sqrt(2.0 * static_cast<double>(count));
    EXPECT_NEAR(describe(quantity(run, 0)).deviation / expected, 1, 4 * error) << lambda;
  }
}

/// Neither infinite nor none: the first client's gap is the server's idle time, its time in system
/// its service.
TEST(ReplicationsMm1, ExtremeWordsGiveTimes) {
  stuck lowest{0}, highest{~word{0}};
  const auto longest = replicate<mm1>({1, 0.5, 2}, lowest);
  EXPECT_NEAR(longest[2], 33 * std::numbers::ln2 / 0.5, 1e-5);
  EXPECT_NEAR(longest[1], 33 * std::numbers::ln2 / 2, 1e-5);
  const auto shortest = replicate<mm1>({1, 0.5, 2}, highest);
  EXPECT_GT(shortest[2], 0);
  EXPECT_LT(shortest[2], 1e-6);
}

}  // namespace
}  // namespace replications
