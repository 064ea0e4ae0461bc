// The two orders of sums beside the printed one: fluxes, which keep the mean, and mu first.
#include <gtest/gtest.h>

#include <random>

#include "kernels/cahn_hilliard/conserving.h"
#include "tests/cahn_hilliard/fields.h"

namespace cahn_hilliard {
namespace {

TEST(CahnHilliardOrders, StepAsThePrintedOneButForRounding) {
  for (const int dim : {2, 3}) {
    for (const auto edge : {boundary::periodic, boundary::mirror}) {
      for (const auto method : {integrator::rk2, integrator::euler}) {
        settings s = double_precision(12, 40);
        s.dim = dim, s.edge = edge, s.method = method;
        s.m = 0.9, s.b = 1.1, s.u = 1.2, s.k = 0.8;
        const field printed = reference(make_problem(s));
        for (const auto order : {&settings::conserving, &settings::by_potential}) {
          settings other = s;
          other.*order = true;
          const double difference =
              largest_difference<double>(reference(make_problem(other)), printed);
          EXPECT_GT(difference, 0);
          EXPECT_LT(difference, 1e-14);
        }
      }
    }
  }
}

/// What a sum of mu first is off by in single precision: the rounding of 20 steps, and of 2000.
TEST(CahnHilliardOrders, DifferByRoundingInSinglePrecision) {
  for (const auto& [steps, within] : {std::pair{20, 2e-7}, {2000, 2e-5}}) {
    settings s{.n = 63, .steps = steps};
    const field printed = reference(make_problem(s));
    s.by_potential = true;
    EXPECT_LT(largest_difference<float>(reference(make_problem(s)), printed), within);
  }
}

TEST(CahnHilliardOrders, FluxesKeepTheMeanWhereThePrintedOneDoesNot) {
  settings s{.n = 16, .steps = 40000, .mean = 0.3};
  EXPECT_GT(mean_drift(s), 1e-6);
  s.conserving = true;
  EXPECT_LT(mean_drift(s), 1e-8);
  s.edge = boundary::mirror;
  s.method = integrator::euler;
  EXPECT_LT(mean_drift(s), 1e-8);
  s.n = 7;
  s.dim = 3;
  EXPECT_LT(mean_drift(s), 2e-8);
  EXPECT_LT(mean_drift({.n = 63, .steps = 5000, .by_potential = true}), 1e-6);
}

/// A change below half a unit in the last place of phi is kept until there are enough of them.
TEST(CahnHilliardOrders, FluxesCarryWhatAnAdditionRoundsOff) {
  const auto exact = [](const carried<float>& cell) {
    return static_cast<double>(cell.phi) + static_cast<double>(cell.low);
  };
  carried<float> cell{0.9f, 0};
  for (int i = 0; i < 1000; ++i) cell = add_carrying(cell.phi, cell.low, 1e-9f);
  EXPECT_EQ(0.9f + 1e-9f, 0.9f);
  EXPECT_NEAR(exact(cell), static_cast<double>(0.9f) + 1e-6, 1e-12);

  std::mt19937 random(1);
  std::uniform_real_distribution<float> exponent(-30, 3);
  const auto any = [&] { return (random() % 2 ? 1.0f : -1.0f) * std::exp2(exponent(random)); };
  for (int i = 0; i < 1000; ++i) {
    const float base = any(), change = any();
    const auto sum = add_carrying(base, 0.0f, change);
    EXPECT_EQ(exact(sum), static_cast<double>(base) + static_cast<double>(change));
    EXPECT_EQ(sum.phi, base + change);
  }
}

}  // namespace
}  // namespace cahn_hilliard
