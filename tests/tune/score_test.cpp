#include "harness/tune/score.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "harness/tune/contest.h"
#include "kernels/support/bad_input.h"
#include "tests/tune/data.h"

namespace retime::tune {
namespace {

recording line(const std::vector<double>& values) {
  parameter along{"x", {}};
  for (std::size_t k = 0; k < values.size(); ++k)
    along.values.emplace_back(static_cast<std::int64_t>(k));
  return recorded(grid({along}), [&](configuration c) { return values[c]; });
}

/// Mean over every ordered draw of m of n, by going through all subsets.
double enumerated_best(std::vector<double> values, std::size_t m, double worst, bool ratio,
                       double optimum) {
  std::vector<bool> chosen(values.size(), false);
  std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(m), true);
  double sum = 0, count = 0;
  do {
    double best = no_value;
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (chosen[k] && !std::isnan(values[k]) && !(values[k] >= best)) best = values[k];
    }
    if (ratio) {
      sum += std::isnan(best) ? 0 : optimum / best;
    } else {
      sum += std::isnan(best) ? worst : best;
    }
    ++count;
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return sum / count;
}

TEST(Score, RandomBaselineIsExact) {
  const std::vector<double> values{5, 3, no_value, 9, 4, no_value, 12, 3.5};
  const landscape space(line(values));
  for (std::size_t m = 1; m <= values.size(); ++m) {
    EXPECT_NEAR(space.random_best(m), enumerated_best(values, m, 12, false, 3), 1e-12) << m;
    EXPECT_NEAR(space.random_ratio(m), enumerated_best(values, m, 12, true, 3), 1e-12) << m;
  }
}

TEST(Score, BudgetFollowsThePublishedFormula) {
  // f* 1, median 3 of 1 2 3 4 5. Cut-off at 50 % is 2: worst first 5 4 3 2 1, i = 4, ceil(4/2) = 2.
  const landscape space(line({4, 1, 3, 5, 2}));
  EXPECT_EQ(space.budget_at(0.5), 2U);
  // At 95 % it is 1.1: i = 5, ceil(5/1) = 5.
  EXPECT_EQ(space.budget_at(0.95), 5U);
  EXPECT_EQ(space.budget_at(0), 1U);  // the median itself: i = 3, ceil(3/3) = 1
}

TEST(Score, FindingTheOptimumAtOnceIsOneAndFailuresArePaid) {
  const recording space = line({4, 1, 3, 5, 2, 6, 7, 8, 9, 10});
  const std::vector<landscape> spaces{landscape(space)};
  const std::vector<std::size_t> columns{1, 2, 4};
  const auto perfect = score("perfect", spaces, {{{1.0}, {1.0}}}, 10, columns);
  EXPECT_NEAR(perfect.performance.mean, 1, 1e-12);
  EXPECT_NEAR(perfect.ratio[0].mean, 1, 1e-12);
  const auto late = score("late", spaces, {{{no_value, no_value, 2.0, 1.0}}}, 10, columns);
  EXPECT_NEAR(late.ratio[0].mean, 0, 1e-12);
  EXPECT_NEAR(late.ratio[1].mean, 0, 1e-12);
  EXPECT_NEAR(late.ratio[2].mean, 1, 1e-12);
  EXPECT_LT(late.performance.mean, perfect.performance.mean);
  // One that stopped early keeps its last value.
  const auto early = score("early", spaces, {{{2.0}}}, 10, columns);
  EXPECT_NEAR(early.ratio[2].mean, 0.5, 1e-12);
}

TEST(Score, SimulatedRandomSearchMeetsTheExactExpectation) {
  std::vector<recording> spaces{read_recording(data("convolution_milo_t4.json")),
                                read_recording(data("pnpoly_t4.json"))};
  parameter a{"a", {}}, b{"b", {}};
  for (std::int64_t k = 0; k < 40; ++k) a.values.emplace_back(k), b.values.emplace_back(k);
  spaces.push_back(recorded(grid({a, b}), [](configuration c) {
    return c % 11 == 0 ? no_value : 1.0 + (c * 7919 % 1601) / 160.0;
  }));
  contest_options options;
  options.strategies = {"random"};
  options.seeds = 4000;
  options.evaluations = 10;
  options.columns = {2, 5, 10};
  const auto scores = contest(spaces, options);
  ASSERT_EQ(scores.size(), 2U);
  const auto& drawn = scores[scores[0].strategy == "random" ? 0 : 1];
  const auto exact =
      random_baseline({landscape(spaces[0]), landscape(spaces[1]), landscape(spaces[2])},
                      options.evaluations, options.columns);
  for (std::size_t s = 0; s < spaces.size(); ++s) {
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_NEAR(drawn.spaces[s].ratio[c].mean, exact.spaces[s].ratio[c].mean,
                  2.2 * drawn.spaces[s].ratio[c].half_width);
  }
}

TEST(Score, ASpaceWithoutAnyValidConfigurationIsRefused) {
  EXPECT_THROW(landscape(line({no_value, no_value})), bad_input);
}

TEST(Contest, RepeatsAreIndependentOfThreadsAndOrder) {
  const std::vector<recording> spaces{read_recording(data("pnpoly_t4.json")),
                                      read_recording(data("convolution_milo_t4.json"))};
  contest_options options;
  options.strategies = {"tabu", default_strategy};
  options.seeds = 4;
  options.evaluations = 15;
  options.threads = 1;
  const auto alone = to_json(contest(spaces, options), options);
  options.threads = 3;
  auto together = to_json(contest(spaces, options), options);
  for (auto document : {&together}) {
    for (std::size_t k = 0; k < (*document)["strategies"].size(); ++k) {
      auto first = alone["strategies"][k], second = (*document)["strategies"][k];
      first.erase("search_ms_per_evaluation");
      second.erase("search_ms_per_evaluation");
      EXPECT_EQ(first, second);
    }
  }
}

}  // namespace
}  // namespace retime::tune
