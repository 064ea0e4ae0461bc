// The exact densities: values worked out elsewhere, and those known in closed form.
#include "kernels/pcpd/master_equation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pcpd {
namespace {

TEST(PcpdMasterEquation, GivesTheValuesOfTheSpecification) {
  const auto exact = solve_master_equation({2, 0.152473, 0.5}, 1, 2);
  EXPECT_NEAR(exact[0].particles.continuous, 0.87732695, 5e-9);
  EXPECT_NEAR(exact[0].pairs.continuous, 0.80131349, 5e-9);
  EXPECT_NEAR(exact[1].particles.continuous, 0.79849214, 5e-9);
  EXPECT_NEAR(exact[1].pairs.continuous, 0.67268759, 5e-9);
}

/// Pairs that only annihilate: what is left when dimers are taken away at random.
TEST(PcpdMasterEquation, RemovesPairsAsDimers) {
  const auto exact = solve_master_equation({2, 1, 0}, 1, 4);
  for (int t = 1; t <= 4; ++t)
    EXPECT_NEAR(exact[t - 1].particles.continuous, std::exp(-2 * (1 - std::exp(-t))), 1e-8) << t;
}

/// Particles that only die. A step of the words takes each site with probability 1 / N_local: the
/// share (1 - 1/N)^(tN) is left.
TEST(PcpdMasterEquation, KnowsTheStepsOfTheLayout) {
  const auto exact = solve_master_equation({1, 1, 0}, 1, 3, 8);
  for (int t = 1; t <= 3; ++t) {
    EXPECT_NEAR(exact[t - 1].particles.continuous, std::exp(-t), 1e-12);
    for (const double n : {16.0, 64.0, 256.0})
      EXPECT_NEAR(exact[t - 1].particles.at(n), std::pow(1 - 1 / n, t * n), 1 / (n * n * n)) << n;
  }
}

/// A full lattice loses n particles with rate p (1 - d); d near 1, so that one time is early.
TEST(PcpdMasterEquation, HasTheInitialSlope) {
  const double reacts = 1e-6;
  for (const int n : {1, 2, 3, 4}) {
    for (const double p : {0.1, 0.5, 1.0}) {
      const auto exact = solve_master_equation({n, p, 1 - reacts}, 1, 1, 10);
      EXPECT_NEAR((1 - exact[0].particles.continuous) / reacts, n * p, 1e-4) << n;
    }
  }
}

TEST(PcpdMasterEquation, KeepsWhatCannotChange) {
  for (const int n : {1, 2, 3, 4}) {
    const auto moved = solve_master_equation({n, 0.4, 1}, 0.3, 2, 10);
    EXPECT_NEAR(moved[1].particles.at(7), 0.3, 1e-12);
    EXPECT_NEAR(moved[1].pairs.at(7), 0.09, 1e-12);  // independent sites stay independent
    EXPECT_EQ(solve_master_equation({n, 0.4, 0.2}, 0, 1, 10)[0].particles.at(7), 0);
    EXPECT_NEAR(solve_master_equation({n, 0, 0.2}, 1, 1, 10)[0].pairs.at(7), 1, 1e-12);
  }
}

}  // namespace
}  // namespace pcpd
