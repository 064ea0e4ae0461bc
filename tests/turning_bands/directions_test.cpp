// Directions are Halton's points, each field's turned by a rotation of its own.
#include "kernels/turning_bands/directions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "tests/turning_bands/problems.h"

namespace turning_bands {
namespace {

std::vector<position> directions(int lines, std::uint64_t seed, std::uint64_t field) {
  return make_directions(sequence::halton, lines, 1, 40, seed, field).lines;
}

double triple(const position& a, const position& b, const position& c) {
  return a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) +
         a.z * (b.x * c.y - b.y * c.x);
}

/// Angles and handedness, all that a rotation leaves.
void expect_a_rotation(const std::vector<position>& turned, const std::vector<position>& other) {
  ASSERT_EQ(turned.size(), other.size());
  for (std::size_t i = 0; i < turned.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      ASSERT_NEAR(dot(turned[i], turned[j]), dot(other[i], other[j]), 1e-11) << i << ' ' << j;
  EXPECT_NEAR(triple(turned[0], turned[1], turned[2]), triple(other[0], other[1], other[2]), 1e-11);
}

TEST(TurningBandsDirections, HaveTheLengthOfTheCompressionUpToTheirBits) {
  for (const int bits : {6, 18}) {
    const auto made = make_directions(sequence::halton, 300, 1.32, bits, 5, 2);
    EXPECT_EQ(made.bits, bits);
    for (const position& u : made.lines) {
      EXPECT_NEAR(std::sqrt(dot(u, u)), 1.32, std::ldexp(1.0, -bits));
      for (const double component : {u.x, u.y, u.z})
        EXPECT_EQ(std::ldexp(component, bits), std::round(std::ldexp(component, bits)));
    }
  }
}

/// 1, 2, 3 ... are 0.1, 0.01, 0.11 in base 2 and 0.1, 0.2, 0.01 in base 3.
TEST(TurningBandsDirections, AreHaltonsPointsFromTheFirstOnTurned) {
  constexpr double halton[][2] = {{1 / 2., 1 / 3.}, {1 / 4., 2 / 3.},  {3 / 4., 1 / 9.},
                                  {1 / 8., 4 / 9.}, {5 / 8., 7 / 9.},  {3 / 8., 2 / 9.},
                                  {7 / 8., 5 / 9.}, {1 / 16., 8 / 9.}, {9 / 16., 1 / 27.}};
  std::vector<position> expected;
  for (const auto& [up, around] : halton) {
    const double height = 1 - 2 * up, radius = std::sqrt(1 - height * height);
    const double angle = 2 * std::numbers::pi * around;
    expected.push_back({radius * std::cos(angle), radius * std::sin(angle), height});
  }
  std::set<double> heights;
  for (const auto& [seed, field] : {std::pair{1, 0}, {1, 1}, {1, 2}, {2, 0}}) {
    const auto turned = directions(9, seed, field);
    expect_a_rotation(turned, expected);
    heights.insert(turned[0].z);
  }
  EXPECT_EQ(heights.size(), 4u);
}

/// Uniform over the sphere u_i^2 has the mean 1/3 and the variance 4/45. Neighbours, fields and
/// seeds have nothing in common: u.v has the variance 1/3.
TEST(TurningBandsDirections, AreAnywhereIfRandom) {
  constexpr int lines = 20000;
  const auto drawn = [](std::uint64_t seed, std::uint64_t field) {
    return make_directions(sequence::random, lines, 1, 40, seed, field).lines;
  };
  const auto all = drawn(5, 2);
  auto next = all;
  std::ranges::rotate(next, next.begin() + 1);
  for (const auto& other : {next, drawn(5, 3), drawn(6, 2)}) {
    double alike = 0, x = 0, y = 0;
    for (int l = 0; l < lines; ++l) {
      alike += dot(all[l], other[l]) / lines;
      x += other[l].x * other[l].x / lines;
      y += other[l].y * other[l].y / lines;
    }
    EXPECT_NEAR(alike, 0, 5 * std::sqrt(1. / 3 / lines));
    for (const double square : {x, y}) EXPECT_NEAR(square, 1. / 3, 5 * std::sqrt(4. / 45 / lines));
  }
}

/// The trace of a uniformly random rotation has mean 0 and variance 1.
TEST(TurningBandsDirections, AreTurnedAnywhere) {
  constexpr int fields = 4000;
  double trace = 0, squared = 0;
  const auto before = directions(3, 7, 0);
  const double volume = triple(before[0], before[1], before[2]);
  for (int f = 1; f <= fields; ++f) {
    const auto after = directions(3, 7, f);
    const double turned =
        (triple(after[0], before[1], before[2]) + triple(before[0], after[1], before[2]) +
         triple(before[0], before[1], after[2])) /
        volume;
    trace += turned / fields;
    squared += turned * turned / fields;
  }
  EXPECT_NEAR(trace, 0, 5 / std::sqrt(fields));
  EXPECT_NEAR(squared, 1, 5 * std::sqrt(2.0 / fields));
}

}  // namespace
}  // namespace turning_bands
