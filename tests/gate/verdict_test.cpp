// Oracles: SciPy 1.17 (stats.t.sf, stats.false_discovery_control) and Holm's procedure by hand.
#include "harness/gate/verdict.h"

#include <gtest/gtest.h>

#include <cmath>

namespace retime::gate {
namespace {

effect_estimate effect_of(double log_ratio) {
  return {.log_ratio = log_ratio, .standard_error = 0.001, .degrees_of_freedom = 19};
}

TEST(Test, EqualsScipy) {
  const auto near = test(effect_of(0.002), 0.005);
  EXPECT_NEAR(near.p_beyond, 1, 1e-12);
  EXPECT_NEAR(near.p_within, 0.0037837647262501887, 1e-12);
  const auto far = test(effect_of(0.009), 0.005);
  EXPECT_NEAR(far.p_beyond, 0.000744695243151273, 1e-12);
  EXPECT_NEAR(far.p_within, 0.9996276523784243, 1e-12);
}

TEST(Decide, AgreesWithTheInterval) {
  const double limit = std::log1p(0.005);
  for (double log_ratio = -0.02; log_ratio < 0.02; log_ratio += 0.0003) {
    const auto effect = effect_of(log_ratio);
    const auto wide = gate::confidence_interval(effect, 0.99);
    const auto word = decide(effect, test(effect, 0.005), 0.01);
    EXPECT_EQ(word == verdict::slower, wide.low > limit) << log_ratio;
    EXPECT_EQ(word == verdict::faster, wide.high < -limit) << log_ratio;
    const auto narrow = gate::confidence_interval(effect, 0.98);
    EXPECT_EQ(word == verdict::same, narrow.low > -limit && narrow.high < limit) << log_ratio;
  }
}

TEST(Decide, SlowerAndFasterAreMirrorImages) {
  const double twice = std::log(2.0);
  EXPECT_EQ(decide(effect_of(twice), test(effect_of(twice), 0.01), 0.01), verdict::slower);
  EXPECT_EQ(decide(effect_of(-twice), test(effect_of(-twice), 0.01), 0.01), verdict::faster);
  EXPECT_EQ(test(effect_of(0.007), 0.005).p_beyond, test(effect_of(-0.007), 0.005).p_beyond);
}

TEST(Corrected, BenjaminiHochbergEqualsScipy) {
  const std::vector<double> p{0.01, 0.04, 0.03, 0.005, 0.8};
  const std::vector<double> expected{0.025, 0.05, 0.05, 0.025, 0.8};
  const auto got = corrected(p, correction::benjamini_hochberg);
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-12);
}

TEST(Corrected, HolmStepsDown) {
  const std::vector<double> p{0.01, 0.04, 0.03, 0.005, 0.8};
  const std::vector<double> expected{0.04, 0.09, 0.09, 0.025, 0.8};
  const auto got = corrected(p, correction::holm);
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-12);
  EXPECT_EQ(corrected(p, correction::none), p);
  EXPECT_TRUE(corrected({}, correction::holm).empty());
}

}  // namespace
}  // namespace retime::gate
