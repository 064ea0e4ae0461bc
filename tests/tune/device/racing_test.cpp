// Few launches, finals, ties and the winner's interval, on times drawn from known distributions.
#include "harness/tune/device/racing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace retime::tune {
namespace {

class noise {
 public:
  explicit noise(std::uint64_t seed) : engine_(seed) {}
  std::vector<double> about(double time_ns, double relative, std::size_t count) {
    std::normal_distribution<double> drawn(time_ns, relative * time_ns);
    std::vector<double> samples(count);
    for (double& sample : samples) sample = drawn(engine_);
    return samples;
  }

 private:
  std::mt19937_64 engine_;
};

TEST(Racing, TheIntervalOfThreeLaunchesHoldsTheTimeInNineteenOfTwentyCases) {
  noise drawn(1);
  int held = 0;
  for (int i = 0; i < 4000; ++i) {
    // Centred on the median, whose scatter is wider than the mean's: somewhat fewer than 95 %.
    const auto found = tune::estimate_of(drawn.about(1000, 0.02, 3));
    held += found.low_ns <= 1000 && 1000 <= found.high_ns;
  }
  EXPECT_GT(held, 3640);
  EXPECT_LT(held, 3880);
}

TEST(Racing, LaunchesThatAgreeLeaveTheFloor) {
  const auto found = tune::estimate_of(std::vector<double>{100, 100, 100}, 0.01);
  EXPECT_DOUBLE_EQ(found.low_ns, 99);
  EXPECT_DOUBLE_EQ(found.high_ns, 101);
}

TEST(Racing, OnlyWhoReachesTheLeaderIsLaunchedMoreOften) {
  const auto launches = [](std::optional<double> threshold_ns, std::vector<double> first) {
    const auto plan = race(threshold_ns);
    EXPECT_EQ(plan({}), tune::first_launches);
    const auto more = plan(first);
    first.resize(first.size() + more, first.back());
    EXPECT_EQ(plan(first), more == 0 ? plan(first) : 0U);
    return more;
  };
  EXPECT_EQ(launches(100, {150, 151, 152}), 0U);
  EXPECT_EQ(launches(100, {100, 101, 102}), more_launches);
  EXPECT_EQ(launches(100, {150, 90, 200}), more_launches);  // so much scatter that it may be fast
  EXPECT_EQ(launches(std::nullopt, {150, 151, 152}), more_launches);
}

TEST(Racing, FinalistsAreThoseWithinReachFastestFirst) {
  const std::vector<estimate> all{{130, 129, 131}, {101, 100.5, 101.5}, {100, 99, 101},
                                  {120, 100, 140}, {101.9, 101.8, 102}, {103, 102.5, 103.5}};
  EXPECT_EQ(tune::finalists(all), (std::vector<std::size_t>{2, 1, 4, 3}));
  EXPECT_EQ(tune::finalists(all, 2), (std::vector<std::size_t>{2, 1}));
  EXPECT_TRUE(tune::finalists({}).empty());
}

TEST(Racing, ThreeLaunchesTenMoreAndFinalsLoseLittle) {
  noise drawn(7);
  std::mt19937_64 engine(3);
  double lost = 0, worst = 0;
  constexpr int searches = 200;
  for (int k = 0; k < searches; ++k) {
    std::vector<double> truth;
    for (int i = 0; i < 200; ++i)
      truth.push_back(1000 * (1 + std::exponential_distribution<double>(2)(engine)));
    std::vector<estimate> all;
    double threshold_ns = INFINITY;
    for (const double time_ns : truth) {
      const auto plan = race(threshold_ns);
      auto samples = drawn.about(time_ns, 0.01, plan({}));
      const auto more = drawn.about(time_ns, 0.01, plan(samples));
      samples.insert(samples.end(), more.begin(), more.end());
      all.push_back(tune::estimate_of(samples));
      threshold_ns = std::min(threshold_ns, all.back().high_ns);
    }
    std::size_t winner = 0;
    double least = INFINITY;
    for (const auto i : tune::finalists(all)) {
      const double again = median(drawn.about(truth[i], 0.01, more_launches));
      if (again < least) winner = i;
      least = std::min(least, again);
    }
    const double loss = truth[winner] / *std::ranges::min_element(truth) - 1;
    lost += loss / searches;
    worst = std::max(worst, loss);
  }
  EXPECT_LT(lost, 0.002);
  EXPECT_LT(worst, 0.02);
}

TEST(Racing, PairsTellWhatDriftHides) {
  rounds one, slower, alike;
  noise drawn(5);
  const auto jitter = drawn.about(1, 0.001, 30);
  for (std::size_t i = 0; i < 10; ++i) {
    const double drift = 1000 * (1 + 0.05 * static_cast<double>(i));
    one.push_back(drift * jitter[i]);
    slower.push_back(1.01 * drift * jitter[10 + i]);
    alike.push_back(drift * jitter[20 + i]);
  }
  EXPECT_FALSE(tied(one, slower));
  EXPECT_FALSE(tied(slower, one));
  EXPECT_TRUE(tied(one, alike));
  EXPECT_TRUE(tied(one, one));
  EXPECT_TRUE(tied({1000, 1000}, {2000, 2000}));  // two pairs say nothing
}

TEST(Racing, ALaterRoundFallsWhereItWasPredicted) {
  noise drawn(11);
  int held = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto expected = prediction(drawn.about(1000, 0.02, 10));
    const double later = drawn.about(1000, 0.02, 1).front();
    held += expected.low <= later && later <= expected.high;
  }
  EXPECT_GT(held, 1840);
  EXPECT_LT(held, 1960);
}

}  // namespace
}  // namespace retime::tune
