// What statistics are estimated from where fields are large. That estimates are those of the saved
// fields, and scatter as they say, is tested by NumPy (tests/python).
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/turning_bands/observed_covariance.h"
#include "tests/turning_bands/problems.h"

namespace turning_bands {
namespace {

struct lattice_sum {
  double exact = 0, absolute = 0;
};

lattice_sum brute_force_volume(const curve& rho, const extents& n, int m) {
  lattice_sum sum;
  for (int x = 1 - n.x; x < n.x; ++x)
    for (int y = 1 - n.y; y < n.y; ++y)
      for (int z = 1 - n.z; z < n.z; ++z) {
        const auto share = [](int apart, double cells) { return 1 - std::abs(apart) / cells; };
        const double term =
            std::pow(rho(std::hypot(x, y, z)), m) * share(x, n.x) * share(y, n.y) * share(z, n.z);
        sum.exact += term;
        sum.absolute += std::abs(term);
      }
  return sum;
}

TEST(TurningBandsCorrelatedVolumes, AreTheSumOverTheLattice) {
  const curve models[] = {
      [](double r) { return std::exp(-r * r / 9); },
      [](double r) { return r > 0 ? 0.0 : 1; },                            // white noise: one cell
      [](double r) { return r > 0 ? std::sin(1.5 * r) / (1.5 * r) : 1; },  // no power but at k 1.5
  };
  for (const extents n : {extents{7, 5, 4}, {40, 30, 50}, {1, 60, 80}, {1, 1, 400}})
    for (const curve& rho : models) {
      const auto correlated = correlated_volumes(rho, n);
      for (int m = 1; m <= 4; ++m) {
        const auto sum = brute_force_volume(rho, n, m);
        EXPECT_NEAR(correlated[m - 1], std::max(sum.exact, 0.0), 1e-12 * sum.absolute)
            << &rho - models << " m " << m << " in " << n.x << " " << n.y << " " << n.z;
      }
    }
}

/// The sum of exp(-m (r/a)^2) as an integral over a box of displacements, axis by axis.
double gaussian_volume(double a, const extents& n, int m) {
  double volume = 1;
  for (const double cells : {n.x, n.y, n.z})
    volume *= std::sqrt(pi / m) * a * std::erf(std::sqrt(m) * cells / a) -
              a * a / (m * cells) * (1 - std::exp(-m * cells * cells / (a * a)));
  return volume;
}

TEST(TurningBandsCorrelatedVolumes, AreTheClosedFormsInLargeBoxes) {
  const std::pair<extents, std::vector<double>> boxes[] = {
      {{1024, 1024, 1024}, {3, 10, 20, 200, 3000}},
      {{256, 10000, 256}, {3, 10, 20, 200, 3000}},
      {{1 << 20, 1 << 20, 1 << 20}, {5}}};
  for (const auto& [n, ranges] : boxes)
    for (const double a : ranges) {
      const auto bell = [a](double r) { return std::exp(-r * r / a / a); };
      const auto correlated = correlated_volumes(bell, n);
      for (int m = 1; m <= 4; ++m)
        EXPECT_NEAR(correlated[m - 1] / gaussian_volume(a, n, m), 1, 1e-3) << a << " " << n.y;
    }
}

/// 1 where y is even and -1 where it is odd: each product is known, and rows are spread evenly.
TEST(TurningBandsObservedCovariance, LooksAtSomeRowsOfALargeMesh) {
  const problem problem = problem_at({{"nx", 300}, {"ny", 260}, {"nz", 256}, {"lines", 1}});
  std::vector<float> field(problem.size());
  for (int row = 0; row < 300 * 260; ++row)
    std::fill_n(field.begin() + std::int64_t{row} * 256, 256, row % 2 ? -1.0f : 1.0f);
  const auto seen = covariance_along_axes<float>(problem, field, exact_covariance(problem));
  EXPECT_LE(seen.pairs[0], 3 << 24);
  EXPECT_GT(seen.pairs[0], 3 << 23);
  for (std::size_t i = 0; i < seen.distance.size(); ++i) {
    const double lag = seen.distance[i], x = 1 - lag / 300, z = 1 - lag / 256;
    const double y = (1 - lag / 260) * (static_cast<int>(lag) % 2 ? -1 : 1);
    EXPECT_NEAR(seen.value[i], (x + y + z) / (x + std::abs(y) + z), 0.01) << lag;
  }
}

TEST(TurningBandsObservedCovariance, LooksAtSomeOfManyPoints) {
  problem problem = problem_at({{"n", 100}, {"lines", 1}, {"fields", 100}, {"seed", 7}});
  const auto sample = covariance_sample(problem);
  EXPECT_EQ(sample.size(), 6553u);  // 6553^2 / 2 pairs of 100 fields: 2^31
  for (std::int64_t i = 0; i < 6553; ++i)
    EXPECT_TRUE(sample[i] >= i * 1000000 / 6553 && sample[i] < (i + 1) * 1000000 / 6553) << i;
  problem.seed = 8;
  EXPECT_NE(sample, covariance_sample(problem));
  problem.fields = 1;
  EXPECT_EQ(covariance_sample(problem).size(), 1u << 14);
}

}  // namespace
}  // namespace turning_bands
