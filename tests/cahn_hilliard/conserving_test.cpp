// The update that keeps the mean, for as long as a run may be.
#include "kernels/cahn_hilliard/conserving.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/cahn_hilliard/fields.h"

namespace cahn_hilliard {
namespace {

double drift(const settings& s) {
  const problem p = make_problem(s);
  return std::abs(mean_of(s, reference(p)) - mean_of(s, p.start));
}

TEST(CahnHilliardConserving, KeepsTheMeanWhereThePlainUpdateDoesNot) {
  settings s;
  s.n = 16;
  s.mean = 0.3;
  s.steps = 40000;
  EXPECT_GT(drift(s), 1e-6);
  s.conserving = true;
  EXPECT_LT(drift(s), 1e-8);
  s.edge = boundary::mirror;
  s.method = integrator::euler;
  EXPECT_LT(drift(s), 1e-8);
  s.n = 7;
  s.dim = 3;
  EXPECT_LT(drift(s), 2e-8);
}

/// The update is another order of the same sums.
TEST(CahnHilliardConserving, StepsAsThePlainUpdate) {
  for (const int dim : {2, 3}) {
    for (const auto edge : {boundary::periodic, boundary::mirror}) {
      settings s = double_precision(12, 40);
      s.dim = dim;
      s.edge = edge;
      s.m = 0.9, s.b = 1.1, s.u = 1.2, s.k = 0.8;
      const field plain = reference(make_problem(s));
      s.conserving = true;
      const field conserving = reference(make_problem(s));
      EXPECT_NE(doubles(conserving), doubles(plain));
      for (std::size_t i = 0; i < s.cells(); ++i)
        ASSERT_NEAR(doubles(conserving)[i], doubles(plain)[i], 1e-14);
    }
  }
}

/// A change below half a unit in the last place of phi is kept until there are enough of them.
TEST(CahnHilliardConserving, CarriesWhatAnAdditionRoundsOff) {
  carried<float> cell{0.9f, 0};
  float plain = cell.phi;
  for (int i = 0; i < 1000; ++i) {
    cell = add_carrying(cell.phi, cell.low, 1e-9f);
    plain += 1e-9f;
  }
  EXPECT_EQ(plain, 0.9f);
  EXPECT_NEAR(double{cell.phi} + double{cell.low}, double{0.9f} + 1e-6, 1e-12);

  std::mt19937 random(1);
  std::uniform_real_distribution<float> exponent(-30, 3);
  const auto any = [&] { return (random() % 2 ? 1.0f : -1.0f) * std::exp2(exponent(random)); };
  for (int i = 0; i < 1000; ++i) {
    const float base = any(), change = any();
    const auto sum = add_carrying(base, 0.0f, change);
    EXPECT_EQ(double{sum.phi} + double{sum.low}, double{base} + double{change});
    EXPECT_EQ(sum.phi, base + change);
  }
}

}  // namespace
}  // namespace cahn_hilliard
