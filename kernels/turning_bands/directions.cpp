#include "kernels/turning_bands/directions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "kernels/support/random.h"

namespace turning_bands {
namespace {

using matrix = std::array<std::array<double, 3>, 3>;

/// The digits of an index behind the point, in reverse (Halton 1960).
double radical_inverse(int index, int base) {
  double digit_value = 1, sum = 0;
  for (; index > 0; index /= base) {
    digit_value /= base;
    sum += digit_value * (index % base);
  }
  return sum;
}

/// Shoemake's uniform quaternion, as a matrix.
matrix random_rotation(std::uint64_t seed, std::uint64_t field) {
  constexpr std::uint64_t purpose = 0x726f74617465;
  const auto uniform = [&](int i) {
    return retime::unit_interval(retime::random_bits(seed, purpose, field, i));
  };
  constexpr double turn = 2 * std::numbers::pi;
  const double u = uniform(0), a = turn * uniform(1), b = turn * uniform(2);
  const double inner = std::sqrt(1 - u), outer = std::sqrt(u);
  const double x = inner * std::sin(a), y = inner * std::cos(a);
  const double z = outer * std::sin(b), w = outer * std::cos(b);
  return {{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
           {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
           {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}}};
}

/// Two numbers in [0, 1): the height and the angle of a direction.
std::array<double, 2> on_cylinder(sequence drawn, int index, std::uint64_t seed,
                                  std::uint64_t field) {
  if (drawn == sequence::halton) return {radical_inverse(index, 2), radical_inverse(index, 3)};
  constexpr std::uint64_t purpose = 0x737068657265;
  const auto uniform = [&](int i) {
    return retime::unit_interval(retime::random_bits(seed, purpose, field, index, i));
  };
  return {uniform(0), uniform(1)};
}

}  // namespace

direction_set make_directions(sequence drawn, int lines, double compression, int bits,
                              std::uint64_t seed, std::uint64_t field) {
  const matrix rotation = random_rotation(seed, field);
  const double unit = std::ldexp(1.0, -bits);
  direction_set made{.bits = bits, .lines = {}};
  for (int index = 1; index <= lines; ++index) {
    const auto [up, around] = on_cylinder(drawn, index, seed, field);
    const double height = 1 - 2 * up, angle = 2 * std::numbers::pi * around;
    const double radius = std::sqrt(1 - height * height);
    const double before[3] = {radius * std::cos(angle), radius * std::sin(angle), height};
    double after[3];
    for (int i = 0; i < 3; ++i) {
      const double turned =
          rotation[i][0] * before[0] + rotation[i][1] * before[1] + rotation[i][2] * before[2];
      after[i] = std::round(compression * turned / unit) * unit;
    }
    made.lines.push_back({after[0], after[1], after[2]});
  }
  return made;
}

int exact_bits(bool double_precision, double reach) {
  constexpr int most = 18;  // leaves 32-bit numbers room for the samples of a tile (tiles.cuh)
  if (double_precision) return most;
  // Projections are multiples of 2^-(bits+1), as cells lie at halves, and stay below 2 reach.
  const int whole = static_cast<int>(std::ceil(std::log2(2 * std::max(reach, 1.0))));
  return std::min(most, 24 - 1 - whole);
}

}  // namespace turning_bands
