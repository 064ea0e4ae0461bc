// Directions cover the sphere evenly, each field's by a rotation of its own.
#include "kernels/turning_bands/directions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/turning_bands/problems.h"

namespace turning_bands {
namespace {

std::vector<position> directions(int lines, std::uint64_t seed, std::uint64_t field) {
  return make_directions(lines, 1, 40, seed, field).lines;
}

double triple(const position& a, const position& b, const position& c) {
  return a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) +
         a.z * (b.x * c.y - b.y * c.x);
}

/// Angles and handedness, all that a rotation leaves.
void expect_a_rotation(const std::vector<position>& one, const std::vector<position>& other) {
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      ASSERT_NEAR(dot(one[i], one[j]), dot(other[i], other[j]), 1e-11) << i << ' ' << j;
  EXPECT_NEAR(triple(one[0], one[1], one[2]), triple(other[0], other[1], other[2]), 1e-11);
}

TEST(TurningBandsDirections, HaveTheLengthOfTheCompressionUpToTheirBits) {
  for (const int bits : {6, 12, 18}) {
    for (const double compression : {1.0, 1.32, 0.8}) {
      const auto made = make_directions(300, compression, bits, 5, 2);
      EXPECT_EQ(made.bits, bits);
      ASSERT_EQ(made.lines.size(), 300u);
      for (const position& u : made.lines) {
        EXPECT_NEAR(std::sqrt(dot(u, u)), compression, std::ldexp(1.0, -bits));
        for (const double component : {u.x, u.y, u.z})
          EXPECT_EQ(std::ldexp(component, bits), std::round(std::ldexp(component, bits)));
      }
    }
  }
}

TEST(TurningBandsDirections, OfTwoFieldsDifferByARotation) {
  const auto first = directions(60, 1, 0);
  for (const auto& other : {directions(60, 1, 1), directions(60, 1, 2), directions(60, 2, 0)}) {
    expect_a_rotation(other, first);
    EXPECT_LT(dot(other[0], first[0]), 0.999);
  }
}

/// By hand: 1, 2, 3 ... are 0.1, 0.01, 0.11 in base 2 and 0.1, 0.2, 0.01 in base 3.
TEST(TurningBandsDirections, AreHaltonsPointsFromTheFirstOn) {
  constexpr double halton[][2] = {
      {1 / 2., 1 / 3.}, {1 / 4., 2 / 3.}, {3 / 4., 1 / 9.}, {1 / 8., 4 / 9.}, {5 / 8., 7 / 9.}};
  std::vector<position> expected;
  for (const auto& [up, around] : halton) {
    const double height = 1 - 2 * up, radius = std::sqrt(1 - height * height);
    const double angle = 2 * std::numbers::pi * around;
    expected.push_back({radius * std::cos(angle), radius * std::sin(angle), height});
  }
  expect_a_rotation(directions(5, 3, 4), expected);
}

TEST(TurningBandsDirections, CoverTheSphereEvenly) {
  for (const std::uint64_t field : {0u, 1u, 2u}) {
    const auto lines = directions(1000, 1, field);
    for (const position& axis : {position{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0, 0.8}}) {
      double moments[5] = {};
      for (const position& u : lines)
        for (int m = 0; m < 5; ++m) moments[m] += std::pow(dot(u, axis), m) / 1000;
      EXPECT_NEAR(moments[1], 0, 0.004);
      EXPECT_NEAR(moments[2], 1 / 3., 0.004);
      EXPECT_NEAR(moments[3], 0, 0.004);
      EXPECT_NEAR(moments[4], 1 / 5., 0.004);
    }
  }
}

/// The trace of a uniformly random rotation has mean 0 and variance 1.
TEST(TurningBandsDirections, AreTurnedAnywhere) {
  constexpr int fields = 4000;
  double trace = 0, trace_squared = 0, up = 0, up_squared = 0;
  const auto before = directions(3, 7, 0);
  const double volume = triple(before[0], before[1], before[2]);
  for (int f = 1; f <= fields; ++f) {
    const auto after = directions(3, 7, f);
    const double turned =
        (triple(after[0], before[1], before[2]) + triple(before[0], after[1], before[2]) +
         triple(before[0], before[1], after[2])) /
        volume;
    trace += turned / fields;
    trace_squared += turned * turned / fields;
    up += after[0].z / fields;
    up_squared += after[0].z * after[0].z / fields;
  }
  EXPECT_NEAR(trace, 0, 5 / std::sqrt(fields));
  EXPECT_NEAR(trace_squared, 1, 5 * std::sqrt(2.0 / fields));
  EXPECT_NEAR(up, 0, 5 * std::sqrt(1 / 3. / fields));
  EXPECT_NEAR(up_squared, 1 / 3., 5 * std::sqrt(4 / 45. / fields));
}

}  // namespace
}  // namespace turning_bands
