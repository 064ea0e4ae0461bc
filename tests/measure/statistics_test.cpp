#include "harness/measure/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/measure/streams.h"

namespace retime {
namespace {

using test::stream_maker;

constexpr int streams = 500;

std::vector<double> take(const stream_maker& make, std::uint64_t seed, std::size_t n) {
  const auto next = make(seed);
  std::vector<double> samples(n);
  for (double& x : samples) x = next();
  return samples;
}

double flagged(const stream_maker& make, std::size_t n, double quantum = 0) {
  double share = 0;
  for (std::uint64_t seed = 0; seed < streams; ++seed) {
    auto samples = take(make, seed, n);
    if (quantum > 0)
      for (double& x : samples) x = std::round(x / quantum) * quantum;
    share += is_bimodal(samples, quantum) / double{streams};
  }
  return share;
}

TEST(median, of_odd_even_and_no_samples) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({}), 0);
}

// (1 + r) / (1 - r) holds for the values of an autoregressive process; for its signs the
// correlation at lag k is (2/pi) asin(r^k), whose sum over all lags is 6.73 at r = 0.8.
TEST(autocorrelation_time, of_signs_agrees_with_the_closed_form) {
  const double pi = std::acos(-1.0);
  double expected = 1;
  for (int k = 1; k < 200; ++k) expected += 2 * 2 / pi * std::asin(std::pow(0.8, k));
  EXPECT_NEAR(autocorrelation_time(take(test::autoregressive(100, 0.8, 0.02), 1, 200000)), expected,
              0.1 * expected);
  EXPECT_NEAR(autocorrelation_time(take(test::normal(100, 0.02), 1, 200000)), 1, 0.1);
  EXPECT_EQ(autocorrelation_time(std::vector<double>(100, 5.0)), 1);
}

TEST(median_interval, has_the_ranks_of_the_binomial) {
  std::vector<double> sorted(100);
  for (std::size_t i = 0; i < 100; ++i) sorted[i] = static_cast<double>(i + 1);
  EXPECT_EQ(median_interval(sorted, 1).low,
            40);  // P(X < 40) + P(X > 60) = 3.5 % for n = 100, p = 1/2
  EXPECT_EQ(median_interval(sorted, 1).high, 61);
  EXPECT_EQ(median_interval(std::span(sorted).first(5), 1).low, 1);
  EXPECT_EQ(median_interval(std::span(sorted).first(5), 1).high, 5);
}

TEST(dip, agrees_with_known_values) {
  const std::vector<double> two_points{0, 0, 0, 0, 1, 1, 1, 1};
  EXPECT_DOUBLE_EQ(dip(two_points), 0.25);  // the greatest possible
  std::vector<double> even(100);
  for (std::size_t i = 0; i < 100; ++i) even[i] = static_cast<double>(i);
  EXPECT_DOUBLE_EQ(dip(even), 1.0 / 200);  // the least possible
}

TEST(is_bimodal, finds_two_modes) {
  EXPECT_GE(flagged(test::two_modes(100, 110, 0.01, 0.5, 1), 100), 0.95);
  EXPECT_GE(flagged(test::two_modes(100, 110, 0.01, 0.3, 1), 200), 0.95);
  EXPECT_GE(flagged(test::two_modes(100, 110, 0.01, 0.1, 1), 1000), 0.95);
  EXPECT_GE(flagged(test::two_modes(100, 105, 0.01, 0.5, 1), 500), 0.95);
}

TEST(is_bimodal, finds_modes_that_the_device_dwells_in) {
  EXPECT_GE(flagged(test::two_modes(100, 110, 0.01, 0.5, 0.02), 2000), 0.95);
}

TEST(is_bimodal, lets_one_mode_be) {
  EXPECT_LE(flagged(test::skewed(90, 10, 1), 500), 0.01);
  EXPECT_LE(flagged(test::normal(100, 0.02), 500), 0.01);
  EXPECT_LE(flagged(test::autoregressive(100, 0.8, 0.02), 500), 0.01);
  EXPECT_LE(flagged(test::autoregressive(100, 0.99, 0.02), 2000), 0.05);
  EXPECT_LE(flagged(test::uniform(90, 110), 500), 0.05);
}

TEST(is_bimodal, does_not_take_ticks_of_the_clock_for_modes) {
  EXPECT_LE(flagged(test::normal(5000, 0.01), 1000, 32), 0.05);
  EXPECT_LE(flagged(test::normal(5000, 0.001), 1000, 32), 0.05);
  EXPECT_GE(flagged(test::two_modes(5000, 5500, 0.01, 0.5, 1), 500, 32), 0.95);
}

TEST(summarize, gives_moments_and_interval) {
  const auto summary = summarize(std::vector<double>{1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(summary.median_ns, 4);
  EXPECT_EQ(summary.mean_ns, 4);
  EXPECT_EQ(summary.min_ns, 1);
  EXPECT_EQ(summary.max_ns, 7);
  EXPECT_NEAR(summary.sd_ns, 2.1602469, 1e-7);
  EXPECT_LE(summary.ci_low_ns, 4);
  EXPECT_GE(summary.ci_high_ns, 4);
  EXPECT_EQ(summarize({}).median_ns, 0);
}

}  // namespace
}  // namespace retime
