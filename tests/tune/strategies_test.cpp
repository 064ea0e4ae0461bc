// Every strategy on spaces that are awkward: what holds for one must hold for all.
#include <gtest/gtest.h>

#include <set>

#include "examples/tuner_bench/replay.h"
#include "harness/tune/budget.h"
#include "harness/tune/warm_start.h"
#include "kernels/support/bad_input.h"
#include "tests/thorough.h"
#include "tests/tune/data.h"

namespace retime::tune {
namespace {

using tuner_bench::replay;

/// A bowl with its floor inside, so that a search that learns beats one that draws.
recording bowl() {
  return recorded(grid({numbers("x", 30), numbers("y", 30), {"mode", {"a", "b"}}}),
                  [](configuration c) {
                    const double x = c / 60, y = c / 2 % 30, word = c % 2;
                    return 1 + (x - 22) * (x - 22) + (y - 5) * (y - 5) + 40 * word;
                  });
}

std::vector<recording> awkward() {
  std::vector<recording> made;
  made.push_back(bowl());
  made.push_back(recorded(grid({numbers("x", 1)}), [](auto) { return 1.0; }));
  made.push_back(recorded(grid({numbers("x", 5)}), [](auto c) { return 5.0 - c; }));
  made.push_back(recorded(grid({numbers("x", 300)}), [](auto) { return 7.0; }));
  made.push_back(
      recorded(grid({numbers("x", 20), numbers("y", 20)}), [](auto) { return tune::no_value; }));
  made.push_back(recorded(grid({numbers("x", 20), numbers("y", 20)}),
                          [](auto c) { return c % 10 ? tune::no_value : 1.0 + c; }));
  made.push_back(recorded(grid({{"x", {0.5, 1.5, -2.5}}, {"s", {"p", "q", "r"}}}),
                          [](auto c) { return -1.0 * c; }));
  made.push_back(recorded(
      grid({numbers("x", 40), numbers("y", 5)},
           [](const row& at) { return whole(at[0]) % 7 == whole(at[1]) || whole(at[0]) == 3; }),
      [](auto c) { return c == 17 ? 1.0 : 1e20; }));
  return made;
}

class EveryStrategy : public testing::TestWithParam<std::string> {};

TEST_P(EveryStrategy, NeverPaysTwiceAndStaysInTheSpace) {
  const auto& form = tune::strategy_named(GetParam());
  for (const auto& space : awkward()) {
    for (const std::uint64_t seed : {1, 2}) {
      const auto run = replay(form, space, {.evaluations = 60, .seed = seed});
      EXPECT_LE(run.order.size(), 60U);
      const std::set<configuration> distinct(run.order.begin(), run.order.end());
      EXPECT_EQ(distinct.size(), run.order.size());
      EXPECT_LT(*distinct.rbegin(), space.space.size());
      EXPECT_GE(run.order.size(), std::min<std::size_t>(5, space.space.size()));
    }
  }
}

TEST_P(EveryStrategy, OnSeveralBoardsNeverPaysTwiceAndKeepsThemBusy) {
  const auto& form = tune::strategy_named(GetParam());
  for (auto space : awkward()) {
    for (configuration c = 0; c < space.space.size(); ++c) {
      space.trials[c].runtimes_ms.clear();
      space.trials[c].framework_ms = 1 + c % 7;
    }
    for (const std::size_t boards : {2, 4, 16}) {
      const auto run = replay(form, space, {.evaluations = 60, .seed = 1, .boards = boards});
      const std::set<configuration> distinct(run.order.begin(), run.order.end());
      EXPECT_EQ(distinct.size(), run.order.size());
      EXPECT_GE(run.order.size(), std::min<std::size_t>(60, space.space.size()) - 1);
      EXPECT_TRUE(std::ranges::is_sorted(run.ended_ms));
    }
  }
}

TEST_P(EveryStrategy, SeveralBoardsTakeTheirShareOfTheTime) {
  auto space = bowl();
  for (auto& each : space.trials) each.framework_ms = 10;  // and nearly nothing else
  const auto& form = tune::strategy_named(GetParam());
  const auto ended_ms = [&](std::size_t boards) {
    return replay(form, space, {.evaluations = 80, .boards = boards}).ended_ms.back();
  };
  EXPECT_NEAR(ended_ms(4), ended_ms(1) / 4, 0.1 * ended_ms(1));
}

TEST_P(EveryStrategy, FindsTheBestOfATinySpace) {
  const auto space = recorded(grid({numbers("x", 5)}), [](auto c) { return 5.0 - c; });
  const auto run = replay(tune::strategy_named(GetParam()), space, {.seed = 3});
  EXPECT_EQ(run.order.size(), 5U);
}

TEST_P(EveryStrategy, ASeedGivesTheSameRunWhateverRanBefore) {
  const auto& form = tune::strategy_named(GetParam());
  const auto space = bowl();
  const auto alone = replay(form, space, {.evaluations = 40, .seed = 7}).order;
  replay(form, awkward()[5], {.evaluations = 40, .seed = 8});
  replay(form, space, {.evaluations = 40, .seed = 9});
  EXPECT_EQ(replay(form, space, {.evaluations = 40, .seed = 7}).order, alone);
}

TEST_P(EveryStrategy, ABudgetDoesNotShowWhatComes) {
  // A strategy is told values only after it has asked: values that differ later change nothing
  // earlier.
  const auto& form = tune::strategy_named(GetParam());
  const auto space = bowl();
  const auto order = replay(form, space, {.evaluations = 30, .seed = 4}).order;
  auto changed = space;
  changed.trials[order[20]].objective = 1e-6;
  const auto again = replay(form, changed, {.evaluations = 30, .seed = 4}).order;
  EXPECT_TRUE(std::equal(order.begin(), order.begin() + 21, again.begin()));
}

std::vector<std::string> ids() {
  std::vector<std::string> found;
  for (const auto& each : forms<strategy_form>::all()) found.push_back(each.id);
  return found;
}

INSTANTIATE_TEST_SUITE_P(All, EveryStrategy, testing::ValuesIn(ids()),
                         [](const auto& instance) { return instance.param; });

/// Over ten seeds, of values to be minimised.
double mean_best(const std::string& id, const recording& space, std::size_t evaluations,
                 const std::vector<prior>& warm = {}, std::size_t boards = 1, unsigned seeds = 10) {
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    double best = std::numeric_limits<double>::infinity();
    for (const auto c :
         replay(tune::strategy_named(id), space,
                {.evaluations = evaluations, .seed = seed, .warm_start = warm, .boards = boards})
             .order) {
      if (space.trials[c].valid()) best = std::min(best, space.value_to_minimise(c));
    }
    sum += best / seeds;
  }
  return sum;
}

TEST(Strategies, ThoseThatLearnBeatDrawsOnABowl) {
  const auto space = bowl();
  const double drawn = mean_best("random", space, 60);
  for (const auto* id : {"annealing", "genetic", "tabu", tune::default_strategy})
    EXPECT_LT(mean_best(id, space, 60), 0.9 * drawn) << id;
}

TEST(DefaultStrategy, LooksForOtherBoardsAwayFromWhatIsUnderWay) {
  const auto space = bowl();
  double apart = 0;
  constexpr std::uint64_t seeds = 20;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto search = tune::strategy_named(tune::default_strategy)
                            .make({.where = &space.space, .budget = 60, .seed = seed});
    for (int told = 0; told < 15; ++told) {
      const auto c = search->ask().value();
      search->tell(c, {outcome::correct, space.value(c)});
    }
    const auto one = search->ask().value(), other = search->ask().value();
    apart += distance(space.space, one, other) / seeds;
  }
  EXPECT_GT(apart, 0.3);
}

TEST(DefaultStrategy, LearnsWhereConfigurationsFail) {
  // Nine tenths fail, and where is simple to learn.
  const auto space = recorded(grid({numbers("x", 40), numbers("y", 40)}), [](auto c) {
    const auto x = c / 40;
    return x < 36 ? tune::no_value : 10.0 + x + c % 40;
  });
  std::size_t valid = 0;
  for (const auto c :
       replay(tune::strategy_named(tune::default_strategy), space, {.evaluations = 100}).order)
    valid += space.trials[c].valid();
  EXPECT_GT(valid, 60U) << "random search would have 10";
}

TEST(DefaultStrategy, StartsFromWhatANeighbourRecorded) {
  const auto here = bowl();
  auto elsewhere = bowl();
  for (auto& each : elsewhere.trials) each.objective = 3 * each.objective + 5;
  const std::vector<prior> warm{transfer(elsewhere, here.space)};
  const auto first = replay(tune::strategy_named(tune::default_strategy), here,
                            {.evaluations = 3, .warm_start = warm})
                         .order.front();
  EXPECT_EQ(here.value(first), optimum(here));
}

TEST(DefaultStrategy, IsNotHarmedByANeighbourThatDisagrees) {
  const auto here = bowl();
  auto elsewhere = bowl();
  for (auto& each : elsewhere.trials) each.objective = 1000 - each.objective;
  const std::vector<prior> warm{transfer(elsewhere, here.space)};
  EXPECT_LT(mean_best(tune::default_strategy, here, 40, warm), 1.5);
}

TEST(DefaultStrategy, ANeighbourThatKnowsLittleHelpsWhereItDoes) {
  // The neighbour tried a tenth, and not the best.
  const auto here = bowl();
  prior some;
  for (const auto& each : transfer(here, here.space)) {
    if (each.first % 10 == 3) some.push_back(each);
  }
  EXPECT_LT(mean_best(tune::default_strategy, here, 12, {some}),
            mean_best(tune::default_strategy, here, 12));
}

/// Rates rise where times fall.
recording as_rates(recording times) {
  for (auto& each : times.trials) each.objective = 1000 / each.objective;
  times.objective = "GFLOP/s";
  times.unit = "GFLOP/s";
  times.towards = direction::maximise;
  return times;
}

TEST(Strategies, ThoseThatLearnBeatDrawsOnRates) {
  const auto space = as_rates(bowl());
  const double drawn = -mean_best("random", space, 60);
  for (const auto* id : {"annealing", "genetic", "tabu", tune::default_strategy})
    EXPECT_GT(-mean_best(id, space, 60), 1.1 * drawn) << id;
}

TEST(DefaultStrategy, StartsFromTheBestRateOfANeighbour) {
  const auto space = as_rates(bowl());
  const std::vector<prior> warm{transfer(space, space.space)};
  const auto first = replay(tune::strategy_named(tune::default_strategy), space,
                            {.evaluations = 3, .warm_start = warm})
                         .order.front();
  EXPECT_EQ(space.value(first), optimum(space));
}

TEST(DefaultStrategy, LeavesAWideBasinForADeeperOne) {
  // Almost everywhere values fall towards a wide basin; the best is in a narrow valley elsewhere.
  const auto space = recorded(grid({numbers("x", 60), numbers("y", 60)}), [](auto c) {
    const double x = c / 60, y = c % 60;
    const double wide = 2 + 0.05 * (std::abs(x - 45) + std::abs(y - 45));
    const double narrow = 1 + 0.15 * (std::abs(x - 12) + std::abs(y - 8));
    return std::min(wide, narrow);
  });
  EXPECT_LT(mean_best(tune::default_strategy, space, 150), 1.5) << "most of the runs do";
}

TEST(DefaultStrategy, LeavesAPlateauWhereNothingIsGained) {
  // One half is nearly as good everywhere; the other is worse, but for a well.
  const auto space = recorded(grid({numbers("x", 60), numbers("y", 60)}), [](auto c) {
    const double x = c / 60, y = c % 60;
    if (x < 30) return 1 + 0.002 * y;
    const double away = std::max(std::abs(x - 46), std::abs(y - 20));
    const double rim = 1.25 + 0.01 * y;
    return away < 14 ? rim - 0.125 - 0.8 * (1 - away / 14) : rim;
  });
  EXPECT_LT(mean_best(tune::default_strategy, space, 100), 0.74)
      << "the optimum is 0.525; on the plateau alone 1";
}

TEST(DefaultStrategy, LooksAtAllOfASpaceBeyondItsCandidates) {
  const auto space =
      recorded(grid({numbers("x", 64), numbers("y", 64), numbers("z", 32)}), [](auto c) {
        const double x = c / 2048, y = c / 32 % 64, z = c % 32;
        return 1 + 0.02 * ((x - 50) * (x - 50) + (y - 9) * (y - 9) + (z - 21) * (z - 21));
      });
  EXPECT_LT(mean_best(tune::default_strategy, space, 100, {}, 1, tests::thorough() ? 10 : 3), 1.1);
}

TEST(DefaultStrategy, DecidesFastAmong18000Configurations) {
  const auto space = recorded(grid({numbers("x", 30), numbers("y", 30), numbers("z", 20)}),
                              [](auto c) { return 1.0 + c % 997 + c % 31; });
  const auto run = replay(tune::strategy_named(tune::default_strategy), space, {});
  EXPECT_LT(run.search_s / 200, 0.05) << "5 ms where a core is free and code optimised";
}

budget allowing(const std::string& evaluations) {
  budget allowed;
  tune::allow_evaluations(allowed, evaluations);
  return allowed;
}

TEST(Budget, CountsEvaluationsOrAShareOfThem) {
  EXPECT_EQ(allowing("200").evaluations_of(1000), 200U);
  EXPECT_EQ(allowing("30%").evaluations_of(1000), 300U);
  EXPECT_EQ(allowing("0.01%").evaluations_of(1000), 1U);
  EXPECT_EQ(budget{.seconds = 60}.evaluations_of(100), 100U);
  for (const char* text : {"", "0", "-3", "200,300", "60s", "101%", "ten", "5 apples", "nan", "inf",
                           "1.5", "200,", "1e30", "%"})
    EXPECT_THROW(allowing(text), bad_input) << text;
}

TEST(Budget, StandsInRecordsAsRunsBeforeHaveIt) {
  EXPECT_EQ(to_text(allowing("200")), "200");
  EXPECT_EQ(to_text(allowing("30%")), "30%");
  EXPECT_EQ(to_text({.seconds = 90, .evaluations = 200}), "90s,200");
}

}  // namespace
}  // namespace retime::tune
