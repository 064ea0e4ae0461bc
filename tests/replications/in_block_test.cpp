// A replication that threads share is that of the plain loop, however they share it.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/variants/check_variants.h"

namespace replications {
namespace {

using retime::axis_values;

class ReplicationsInBlock : public testing::TestWithParam<const char*> {  // by generator
 protected:
  /// Items that are fewer than threads, as many, one more, and such that leave the last part short
  /// or the last parts empty.
  static void expect_the_plain_loop(const axis_values& model, const char* items_axis) {
    const auto& family = tests::family_named("replications");
    const auto members = tests::variants_of(family);
    const auto& in_block = **std::ranges::find(members, "in_block", &retime::variant::id);
    for (const std::int64_t replications : {1, 5}) {
      for (const std::int64_t items : {1, 33, 96, 97, 1024, 4999, 20011}) {
        axis_values axes = model;
        axes.insert(
            {{items_axis, items}, {"replications", replications}, {"generator", GetParam()}});
        const tests::workload workload(family, axes);
        for (const std::int64_t threads : {32, 96, 512, 1024})
          for (const auto& fault : faults_of(in_block, workload, {{{"block", threads}}}))
            ADD_FAILURE() << fault;
      }
    }
  }
};

TEST_P(ReplicationsInBlock, HasThePointsOfThePlainLoop) {
  expect_the_plain_loop({{"model", "pi"}}, "draws");
}

TEST_P(ReplicationsInBlock, HasTheWalksOfThePlainLoop) {
  expect_the_plain_loop({{"model", "walk"}}, "steps");
  expect_the_plain_loop({{"model", "walk"}, {"width", 7}, {"height", 5}, {"chunk", 1}}, "steps");
}

/// In the busy queue what was long before matters.
TEST_P(ReplicationsInBlock, HasTheQueuesOfThePlainLoop) {
  expect_the_plain_loop({{"model", "mm1"}}, "clients");
  expect_the_plain_loop({{"model", "mm1"}, {"lambda", 0.999}}, "clients");
}

INSTANTIATE_TEST_SUITE_P(, ReplicationsInBlock, testing::Values("taus88", "philox", "mwc64x"),
                         [](const auto& named) { return named.param; });

}  // namespace
}  // namespace replications
