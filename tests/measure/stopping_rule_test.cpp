#include "harness/measure/stopping_rule.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/measure/streams.h"

namespace retime {
namespace {

using test::stream_maker;

constexpr int simulated = 500;

/// Takes samples until the rule says why no more are needed.
stop_reason stopped(stopping_rule& rule, const test::stream& next) {
  std::optional<stop_reason> reason;
  while (!reason) reason = rule.add(next());
  return *reason;
}

struct outcome {
  double covered = 0;  ///< share of streams whose interval, at the stop, holds the true median
  double precise = 0;  ///< share that stopped for precision
  double mean_samples = 0;
  std::size_t most_samples = 0;
};

outcome stop_each(const stream_maker& make, double true_median, const stopping_options& options) {
  outcome result;
  for (int i = 0; i < simulated; ++i) {
    stopping_rule rule(options);
    const auto reason = stopped(rule, make(1000 + static_cast<std::uint64_t>(i)));
    const auto summary = rule.result();
    result.covered +=
        (summary.ci_low_ns <= true_median && true_median <= summary.ci_high_ns) / double{simulated};
    result.precise += (reason == stop_reason::precision) / double{simulated};
    result.mean_samples += static_cast<double>(rule.samples().size()) / simulated;
    result.most_samples = std::max(result.most_samples, rule.samples().size());
    if (reason == stop_reason::precision) {
      EXPECT_LE(summary.half_width(), options.precision * 1.0001);
    }
  }
  return result;
}

TEST(stopping_rule, interval_at_the_stop_covers_the_median_of_independent_skewed_samples) {
  EXPECT_GE(stop_each(test::skewed(90, 10, 1), 100, {}).covered, 0.93);
  EXPECT_GE(stop_each(test::skewed(80, 20, 0.5), 100, {}).covered, 0.93);
  EXPECT_GE(stop_each(test::normal(100, 0.02), 100, {}).covered, 0.93);
}

TEST(stopping_rule, interval_at_the_stop_covers_the_median_of_autocorrelated_samples) {
  for (const double spread : {0.01, 0.03, 0.06})
    EXPECT_GE(stop_each(test::autoregressive(100, 0.8, spread), 100, {}).covered, 0.90) << spread;
}

TEST(stopping_rule, counting_autocorrelated_samples_as_independent_would_not_cover) {
  double covered = 0;
  for (std::uint64_t seed = 0; seed < simulated; ++seed) {
    const auto next = test::autoregressive(100, 0.8, 0.03)(seed);
    std::vector<double> sorted(400);
    for (double& x : sorted) x = next();
    std::sort(sorted.begin(), sorted.end());
    const auto naive = median_interval(sorted, 1);
    covered += (naive.low <= 100 && 100 <= naive.high) / double{simulated};
  }
  EXPECT_LT(covered, 0.70);
}

TEST(stopping_rule, ten_microseconds_with_a_tenth_of_spread_need_less_than_the_cap) {
  const auto stopped = stop_each(test::normal(10000, 0.1), 10000, {.precision = 0.005});
  EXPECT_NEAR(stopped.precise, 1, 1e-9);
  EXPECT_LT(stopped.most_samples, stopping_options{}.max_samples);
  EXPECT_GE(stopped.covered, 0.93);
}

TEST(stopping_rule, ends_at_the_cap_when_precision_is_out_of_reach) {
  stopping_rule rule({.precision = 1e-6, .max_samples = 300});
  EXPECT_EQ(stopped(rule, test::normal(100, 0.1)(1)), stop_reason::max_samples);
  EXPECT_EQ(rule.samples().size(), 300U);
}

TEST(stopping_rule, steady_samples_stop_at_the_least_count) {
  stopping_rule rule({.min_samples = 6});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(rule.add(100), std::nullopt);
  EXPECT_EQ(rule.add(100), stop_reason::precision);
}

TEST(stopping_rule, a_coarse_clock_cannot_be_more_precise_than_its_step) {
  stopping_rule rule({.min_samples = 6, .max_samples = 1000, .quantum_ns = 32});
  EXPECT_EQ(stopped(rule, [] { return 1000.0; }), stop_reason::resolution);
  EXPECT_DOUBLE_EQ(rule.result().half_width(), 0.016);
}

TEST(stopping_rule, a_coarse_clock_does_not_excuse_noise) {
  stopping_rule rule({.min_samples = 6, .max_samples = 100000, .quantum_ns = 32});
  EXPECT_EQ(stopped(rule, test::normal(1000, 0.2)(1)), stop_reason::resolution);
  EXPECT_LE(rule.result().half_width(), 0.032 * 1.0001);
  EXPECT_GT(rule.samples().size(), 200U);
}

}  // namespace
}  // namespace retime
