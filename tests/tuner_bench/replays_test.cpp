#include "examples/tuner_bench/replays.h"

#include <gtest/gtest.h>

#include "harness/tune/t4.h"
#include "tests/tune/data.h"

namespace tuner_bench {
namespace {

using orders = std::vector<std::vector<std::vector<configuration>>>;

orders orders_of(const tune::strategy_form which, const std::vector<recording>& spaces,
                 const replays_options& options) {
  orders found;
  for (const auto& runs : replays(which, spaces, options)) {
    auto& of_space = found.emplace_back();
    for (const auto& run : runs) of_space.push_back(run.order);
  }
  return found;
}

class Replays : public testing::TestWithParam<const char*> {
 protected:
  const tune::strategy_form which = tune::strategy_named(GetParam());
  const std::vector<recording> spaces{tune::read_recording(data("pnpoly_t4.json")),
                                      tune::read_recording(data("convolution_milo_t4.json"))};
};

TEST_P(Replays, AreIndependentOfThreadsAndOfTheSpacesBeside) {
  const auto alone = orders_of(which, spaces, {.seeds = 4, .evaluations = 15, .threads = 1});
  EXPECT_EQ(orders_of(which, spaces, {.seeds = 4, .evaluations = 15, .threads = 3}), alone);
  const auto turned =
      orders_of(which, {spaces[1], spaces[0]}, {.seeds = 4, .evaluations = 15, .threads = 2});
  EXPECT_EQ(turned, (orders{alone[1], alone[0]}));
}

TEST_P(Replays, SeedsCountFromTheFirst) {
  const auto runs = replays(which, spaces, {.seeds = 3, .evaluations = 15, .threads = 2});
  EXPECT_EQ(runs[1][2].order, replay(which, spaces[1], {.evaluations = 15, .seed = 3}).order);
  const auto later = replays(which, spaces, {.seeds = 1, .first_seed = 3, .evaluations = 15});
  EXPECT_EQ(later[1][0].order, runs[1][2].order);
}

INSTANTIATE_TEST_SUITE_P(All, Replays, testing::Values("random", "tabu", tune::default_strategy));

}  // namespace
}  // namespace tuner_bench
