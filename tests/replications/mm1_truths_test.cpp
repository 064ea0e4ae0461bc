// The queue from empty against its theory, and against the same queue told by arrivals and
// departures.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
  const queue given_ = GetParam();
  const double mu_ = given_.mu, r_ = given_.lambda / mu_, n_ = given_.clients;
  const outcome run_ =
      replications_of<mm1>({given_.clients, given_.lambda, mu_}, given_.replications, 5);
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
  const double services = n_ * static_cast<double>(given_.replications);
  EXPECT_NEAR(system_.mean - wait_.mean, 1 / mu_, 4 / (mu_ * std::sqrt(services)));
}

/// Gaps less services leave the idle time, but for the last client's time in system.
TEST_P(ReplicationsQueues, TheServerIdlesWhenItDoesNotServe) {
  const double last = 1 / (mu_ - given_.lambda);
  EXPECT_NEAR(idle_.mean, 1 / given_.lambda - 1 / mu_ + last / n_, 4 * idle_.error);
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

/// By the times at which clients come, are served and leave.
std::array<double, 3> by_events(const mm1::parameters& given, taus88 random) {
  double now = 0, free = 0, wait = 0, system = 0, idle = 0;
  const auto exponential = [&] { return -std::log((random.next() + 0.5) / 4294967296.0); };
  for (int c = 0; c < given.clients; ++c) {
    now += exponential() / given.lambda;
    const double begun = std::max(now, free);
    idle += begun - free;
    free = begun + exponential() / given.mu;
    wait += begun - now;
    system += free - now;
  }
  return {wait / given.clients, system / given.clients, idle / given.clients};
}

TEST(ReplicationsMm1, IsTheQueueOfArrivalsAndDepartures) {
  for (const mm1::parameters given : {mm1::parameters{10000, 0.8, 1}, {77, 3, 3.5}, {1, 0.5, 9}}) {
    const auto run = replications_of<mm1>(given, 20, 8);
    const auto keys = stream_keys(generator_kind::taus88, 8, run.numbers);
    for (std::size_t k = 0; k < 20; ++k) {
      const auto expected = by_events(given, taus88(key_of<taus88>(keys, 20, k)));
      for (int q = 0; q < 3; ++q)
        EXPECT_NEAR(run.value(q, k), expected[q], 2e-6 * expected[q]) << k << ' ' << q;
    }
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

/// Effects of parts combine to that of all, in any grouping.
TEST(ReplicationsMm1, EffectsOfPartsCombine) {
  const mm1::parameters given{500, 0.9, 1};
  const auto keys = stream_keys(generator_kind::taus88, 2, {0});
  const taus88 begin(key_of<taus88>(keys, 1, 0));
  for (const int first : {0, 1, 7, 250, 499}) {
    taus88 random = begin;
    mm1::effect before{}, after{}, all{};
    mm1::simulate_effect(given, before, first, random);
    mm1::simulate_effect(given, after, 500 - first, random);
    random = begin;
    mm1::simulate_effect(given, all, 500, random);
    mm1::state reached{};
    random = begin;
    mm1::simulate(given, reached, 500, random);
    EXPECT_NEAR(mm1::begin(mm1::then(before, after)).system, reached.system, 1e-10);
    EXPECT_NEAR(mm1::begin(all).system, reached.system, 1e-10);
  }
}

}  // namespace
}  // namespace replications
