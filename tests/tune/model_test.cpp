// What the search's models predict, against what can be computed otherwise.
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "harness/tune/model/landscape.h"
#include "harness/tune/warm_start.h"
#include "tests/tune/data.h"

namespace retime::tune {
namespace {

tuning_space square() { return grid({numbers("x", 20), numbers("y", 20)}); }
double tilted(configuration c) { return 1 + 0.3 * (c / 20) + 0.1 * (c % 20); }

TEST(Levels, ValueRatiosAlikeAndKeepTheOrderOfNegativeOnes) {
  const levels level(3);
  EXPECT_NEAR(level(6) - level(3), std::log(2), 1e-5);
  EXPECT_NEAR(level(0.06) - level(0.03), std::log(2), 1e-2);
  EXPECT_LT(level(-8), level(-4));
  EXPECT_NEAR(level(-4) - level(-8), std::log(2), 1e-5);
  EXPECT_LT(level(-1e-9), level(0));
  EXPECT_LT(level(0), level(1e-9));
  EXPECT_EQ(levels(0)(0), 0);
}

TEST(Cholesky, SolvesASystemThatGrows) {
  // [[4 2][2 5]] x = [8 9], so x = [1.375 1.25]; L y = b gives y, and y.y = b.x.
  cholesky factor;
  factor.append({4});
  factor.append({2, 5});
  std::vector<double> y;
  for (const double b : {8.0, 9.0}) y.push_back(factor.solve(y.size(), b, y));
  EXPECT_NEAR(std::inner_product(y.begin(), y.end(), y.begin(), 0.0), 8 * 1.375 + 9 * 1.25, 1e-12);
}

TEST(Kernel, FindsWhichParameterMatters) {
  const auto over = grid({numbers("matters", 20), numbers("idle", 20)});
  const coordinates at(over, nullptr);
  kernel covariance(at);
  std::mt19937_64 random(1);
  std::vector<float> points;
  std::vector<double> values;
  for (int k = 0; k < 60; ++k) {
    const auto c = static_cast<configuration>(random() % over.size());
    points.resize(points.size() + 2);
    at.write(c, &points[points.size() - 2]);
    values.push_back(std::sin(0.7 * (c / 20)));
  }
  for (int k = 0; k < 5; ++k) fit(covariance, points, values, random);
  EXPECT_GT(covariance.rates[0], 5 * covariance.rates[1]);
}

TEST(GaussianProcess, ReturnsWhatItLearntAndIsUnsureElsewhere) {
  const auto over = square();
  std::mt19937_64 random(1);
  const candidates all(over, random);
  tune::gaussian_process process(all, nullptr);
  std::vector<tune::gaussian_process::point> points;
  for (configuration c = 0; c < 400; c += 37) points.push_back({c, float(tilted(c))});
  process.fit(points, random);
  process.add({399, float(tilted(399))});
  for (const auto& each : points) EXPECT_NEAR(process.at(each.index).mean, each.value, 0.2);
  EXPECT_NEAR(process.at(399).mean, tilted(399), 0.2);
  EXPECT_LT(process.at(399).deviation, process.at(380).deviation);
  for (const configuration c : {0u, 5u, 123u, 399u}) {
    EXPECT_NEAR(process.at(c).mean, process.predict(c).mean, 1e-3);
    EXPECT_NEAR(process.at(c).deviation, process.predict(c).deviation, 1e-3);
  }
}

prior recorded_at(const tuning_space& over, const std::function<double(configuration)>& value) {
  return transfer(recorded(over, value), over);
}

TEST(NeighboursView, TakesTheUnknownForMiddlingAndTheFailedForBad) {
  const auto over = grid({numbers("x", 10)});
  auto told = recorded_at(over, [](auto c) { return c == 4 ? tune::no_value : 1.0 + c; });
  std::erase_if(told, [](const auto& each) { return each.first == 7; });
  const tune::neighbours_view seen(over, {told});
  EXPECT_EQ(seen.ranked().front(), 0u);
  EXPECT_EQ(seen.ranked().size(), 8u) << "neither the unknown nor the failed";
  EXPECT_EQ(seen.standing(7), 0);
  EXPECT_EQ(seen.standing(4), seen.standing(9));
  EXPECT_TRUE(tune::neighbours_view(over, {}).empty());
  EXPECT_TRUE(tune::neighbours_view(over, {recorded_at(over, [](auto) { return tune::no_value; })})
                  .empty());
}

TEST(NeighboursView, AgreesByRank) {
  const auto over = grid({numbers("x", 10)});
  const tune::neighbours_view seen(over, {recorded_at(over, [](auto c) { return 1.0 + c; })});
  EXPECT_DOUBLE_EQ(seen.agreement(std::vector<configuration>{0, 2, 5, 9}), 1);
  EXPECT_DOUBLE_EQ(seen.agreement(std::vector<configuration>{9, 5, 2, 0}), -1);
  EXPECT_DOUBLE_EQ(seen.agreement(std::vector<configuration>{2, 0, 9, 5}), 0.6);
  EXPECT_DOUBLE_EQ(seen.agreement(std::vector<configuration>{9}), 1) << "contradicts nothing";
}

TEST(GaussianProcess, HeedsNeighboursThatAgree) {
  const auto over = square();
  std::mt19937_64 random(1);
  const candidates all(over, random);
  const tune::neighbours_view elsewhere(over, {recorded_at(over, tilted)});
  tune::gaussian_process alone(all, nullptr), with(all, &elsewhere);
  std::vector<tune::gaussian_process::point> points;
  for (const configuration c : {3u, 130u, 220u, 310u, 385u})
    points.push_back({c, float(std::log(tilted(c)))});
  alone.fit(points, random);
  with.fit(points, random);
  double missed_alone = 0, missed_with = 0;
  for (configuration c = 0; c < 400; ++c) {
    missed_alone += std::abs(alone.at(c).mean - std::log(tilted(c)));
    missed_with += std::abs(with.at(c).mean - std::log(tilted(c)));
  }
  EXPECT_LT(missed_with, 0.6 * missed_alone);
}

TEST(Landscape, ForgetsItsNeighbours) {
  const auto over = square();
  const tune::neighbours_view none(over, {});
  const tune::neighbours_view elsewhere(over, {recorded_at(over, tilted)});
  const auto hopes = [&](const tune::neighbours_view& heeded, bool forgets) {
    std::mt19937_64 random(1);
    landscape seen(over, heeded, random);
    for (const configuration c : {3u, 130u, 220u, 310u, 385u}) seen.learn(c, tilted(c));
    if (forgets) seen.forget_neighbours();
    seen.refresh(random);
    std::vector<float> found;
    for (std::size_t k = 0; k < over.size(); ++k) found.push_back(seen.hope(k, 2));
    return found;
  };
  EXPECT_EQ(hopes(elsewhere, true), hopes(none, false));
  EXPECT_NE(hopes(elsewhere, false), hopes(none, false));
}

TEST(Candidates, OfALargeSpaceComeToHoldTheMostPromising) {
  const auto over = grid({numbers("x", 300), numbers("y", 300)});
  std::mt19937_64 random(1);
  candidates some(over, random);
  EXPECT_FALSE(some.whole());
  const auto distinct = [&] {
    std::set<configuration> found;
    for (std::size_t k = 0; k < some.size(); ++k) found.insert(some[k]);
    return found;
  };
  EXPECT_EQ(distinct().size(), 20'000u);
  std::vector<std::uint8_t> sought(some.columns()), row(some.columns());
  some.describe(77'777, sought.data());
  some.renew([&](const std::uint8_t* at) {
    return std::equal(sought.begin(), sought.end(), at) ? 0.0f : 1.0f;
  });
  EXPECT_EQ(distinct().size(), 20'000u);
  EXPECT_TRUE(distinct().contains(77'777));
}

}  // namespace
}  // namespace retime::tune
