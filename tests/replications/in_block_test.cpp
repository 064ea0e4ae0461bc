// A replication that threads share is that of the plain loop, however they share it: to the last
// bit, or to 1e-9 where sums of real numbers are added in another order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness/cases/run_once.h"
#include "tests/variants/check_variants.h"
#include "variants/form.h"
#include "variants/replications/model_form.h"

namespace replications {
namespace {

using retime::axis_values;

const retime::variant& in_block() {
  const auto members = tests::variants_of(tests::family_named("replications"));
  return **std::ranges::find(members, "in_block", &retime::variant::id);
}

void expect_equal_to_the_plain_loop(const axis_values& axes, double tolerance) {
  const auto& family = tests::family_named("replications");
  retime::point at;
  for (const auto& axis : family.axes) at.set(axis.name, axis.default_value);
  for (const auto& [name, value] : axes) at.set(name, value);
  family.resolve(at);
  std::string name;
  for (const auto& [axis, value] : at.values()) name += axis + '=' + retime::to_text(value) + ' ';
  SCOPED_TRACE(name);
  const auto refused = in_block().invalid(at);
  ASSERT_FALSE(refused) << *refused;
  const auto erased = family.make(at);
  const auto answer = retime::cases::run_once(*in_block().prepare(erased, at)).answer;
  const auto& found = retime::as<outcome>(answer);
  const auto& given = retime::as<problem>(erased);
  const auto expected =
      model_of(given).run_on_host(given, first_replications(given.replications), false);
  ASSERT_EQ(found.numbers, expected.numbers);
  ASSERT_EQ(found.values.size(), expected.values.size());
  for (std::size_t i = 0; i < expected.values.size(); ++i)
    ASSERT_LE(std::abs(found.values[i] - expected.values[i]), tolerance * expected.values[i]) << i;
}

/// Items that are fewer than threads, as many, one more, and such that leave the last part short
/// or the last parts empty.
void expect_in_all_shapes(const axis_values& model, const char* items_axis, std::int64_t spread,
                          double tolerance) {
  for (const std::int64_t threads : {32, 96, 512, 1024}) {
    for (const std::int64_t replications : {1, 2, 33}) {
      for (const std::int64_t items :
           {std::int64_t{1}, std::int64_t{33}, threads, threads + 1, std::int64_t{4999}}) {
        axis_values axes = model;
        axes.insert({{items_axis, items},
                     {"replications", replications},
                     {"block", threads},
                     {"blocks_per_multiprocessor", spread}});
        expect_equal_to_the_plain_loop(axes, tolerance);
      }
    }
  }
}

class ReplicationsInBlock : public testing::TestWithParam<const char*> {
 protected:
  axis_values model(const char* name) const { return {{"model", name}, {"generator", GetParam()}}; }
};

TEST_P(ReplicationsInBlock, PointsAreThoseOfThePlainLoop) {
  expect_in_all_shapes(model("pi"), "draws", 1, 0);
  expect_in_all_shapes(model("pi"), "draws", 64, 0);
}

TEST_P(ReplicationsInBlock, WalksAreThoseOfThePlainLoop) {
  expect_in_all_shapes(model("walk"), "steps", 8, 0);
  auto small = model("walk");
  small.insert({{"width", 7}, {"height", 5}, {"chunk", 1}});
  expect_in_all_shapes(small, "steps", 64, 0);
}

TEST_P(ReplicationsInBlock, QueuesAreThoseOfThePlainLoop) {
  expect_in_all_shapes(model("mm1"), "clients", 8, 1e-9);
  auto busy = model("mm1");
  busy["lambda"] = 0.999;  // what was long before matters
  expect_in_all_shapes(busy, "clients", 8, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(, ReplicationsInBlock, testing::Values("taus88", "philox", "mwc64x"),
                         [](const auto& named) { return named.param; });

}  // namespace
}  // namespace replications
