// The random numbers that lines are made of, by a counter: line and place in it, on any device.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "kernels/support/random.h"

namespace turning_bands {

struct noise_key {
  std::uint64_t seed = 0;
  std::uint64_t first_line = 0;  ///< lines are numbered through all fields
};

struct two_numbers {
  double first = 0, second = 0;
};

/// Two independent normal numbers of variance 1/2: the coefficient of a mode (Box and Muller).
template <class Line>
constexpr two_numbers gaussian_mode(const noise_key& key, Line line, int mode) {
  const std::uint64_t number = key.first_line + static_cast<std::uint64_t>(line);
  const std::uint64_t bits = retime::random_bits(key.seed, number, mode);
  const double radius = sqrt(-log(1 - retime::unit_interval(bits)));
  const double angle = 2 * std::numbers::pi * retime::unit_interval(retime::mix_bits(~bits));
  return {radius * cos(angle), radius * sin(angle)};
}

/// Pulses of +1 and -1 at a sample, in number Poisson's of mean 1: their sum, of variance 1.
constexpr int pulses_at(const noise_key& key, std::uint64_t line, int sample) {
  const std::uint64_t bits = retime::random_bits(key.seed, key.first_line + line, sample, 1);
  const double drawn = retime::unit_interval(bits);
  int count = 0;
  double chance = 0.36787944117144233, sum = chance;  // 1/e
  while (drawn >= sum && count < 20) {
    chance /= ++count;
    sum += chance;
  }
  const std::uint64_t signs = retime::mix_bits(~bits) & ((std::uint64_t{1} << count) - 1);
  int plus = 0;
  for (int i = 0; i < count; ++i) plus += static_cast<int>(signs >> i & 1);
  return 2 * plus - count;
}

}  // namespace turning_bands
