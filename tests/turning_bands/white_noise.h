// Fields to measure: independent Gaussian values.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "kernels/support/random.h"

namespace turning_bands {

/// Mean 0, variance 1, by Box and Muller.
inline std::vector<double> white_noise(std::int64_t count, std::uint64_t seed) {
  auto stream = retime::random_stream::of_key(seed, std::uint64_t{0x6e6f697365});
  std::vector<double> values(count);
  for (double& value : values) {
    const double radius = std::sqrt(-2 * std::log(1 - stream.unit()));
    value = radius * std::cos(2 * std::numbers::pi * stream.unit());
  }
  return values;
}

/// The index of a cell in memory.
inline std::int64_t cell_at(const auto& n, int x, int y, int z) {
  return (std::int64_t{x} * n.y + y) * n.z + z;
}

}  // namespace turning_bands
