// The order of sums that works mu out first.
#include "kernels/cahn_hilliard/potential_form.h"

#include <gtest/gtest.h>

#include "tests/cahn_hilliard/fields.h"

namespace cahn_hilliard {
namespace {

/// Of two runs that differ in the order of sums alone.
template <class Real>
double largest_difference(settings s) {
  const auto run = [&](bool by_potential) {
    s.by_potential = by_potential;
    return std::get<std::vector<Real>>(reference(make_problem(s)));
  };
  const auto plain = run(false), other = run(true);
  EXPECT_NE(plain, other);
  double largest = 0;
  for (std::size_t i = 0; i < plain.size(); ++i)
    largest = std::max(largest, std::abs(double{plain[i]} - double{other[i]}));
  return largest;
}

TEST(CahnHilliardPotentialForm, IsThePlainStepButForRounding) {
  for (const int dim : {2, 3}) {
    for (const auto edge : {boundary::periodic, boundary::mirror}) {
      for (const auto method : {integrator::rk2, integrator::euler}) {
        settings s = double_precision(12, 40);
        s.dim = dim, s.edge = edge, s.method = method;
        s.m = 0.9, s.b = 1.1, s.u = 1.2, s.k = 0.8;
        EXPECT_LT(largest_difference<double>(s), 1e-14);
      }
    }
  }
}

/// What kernels in this order are off by, of kernels in the printed order, in single precision: the
/// rounding of 20 steps, and of 2000.
TEST(CahnHilliardPotentialForm, DiffersByRoundingInSinglePrecision) {
  settings s;
  s.n = 64;
  EXPECT_LT(largest_difference<float>(s), 2e-7);
  s.steps = 2000;
  EXPECT_LT(largest_difference<float>(s), 2e-5);
}

TEST(CahnHilliardPotentialForm, KeepsTheMeanOfSomeThousandSteps) {
  settings s;
  s.n = 64;
  s.steps = 5000;
  s.by_potential = true;
  const problem p = make_problem(s);
  EXPECT_LT(std::abs(mean_of(s, reference(p)) - mean_of(s, p.start)), 1e-6);
}

/// The sums pair opposite neighbours, so a field turned by 90 degrees gives the same bits.
TEST(CahnHilliardPotentialForm, TurnsWithTheField) {
  settings s = double_precision(16, 10);
  s.by_potential = true;
  const problem p = make_problem(s);
  problem turned = p;
  const auto at = [&](int x, int y) { return static_cast<std::size_t>(y * s.n + x); };
  auto& start = std::get<std::vector<double>>(turned.start);
  for (int y = 0; y < s.n; ++y) {
    for (int x = 0; x < s.n; ++x) start[at(s.n - 1 - y, x)] = doubles(p.start)[at(x, y)];
  }
  const field straight = reference(p), around = reference(turned);
  for (int y = 0; y < s.n; ++y) {
    for (int x = 0; x < s.n; ++x)
      ASSERT_EQ(doubles(around)[at(s.n - 1 - y, x)], doubles(straight)[at(x, y)]);
  }
}

}  // namespace
}  // namespace cahn_hilliard
