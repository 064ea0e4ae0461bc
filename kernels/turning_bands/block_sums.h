// Sums that are the same on any number of threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace turning_bands {

/// Adds, in order, what part(first, last) gives for each range of `block` items, the last of which
/// may be shorter: a std::vector<double> of one length. Without items there is none.
template <class Part>
std::vector<double> add_blocks(std::int64_t items, std::int64_t block, const Part& part) {
  std::vector<std::vector<double>> parts(static_cast<std::size_t>((items + block - 1) / block));
#pragma omp parallel for schedule(dynamic) if (parts.size() > 1)
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto first = static_cast<std::int64_t>(i) * block;
    parts[i] = part(first, std::min(items, first + block));
  }
  std::vector<double> sums;
  for (auto& each : parts) {
    if (sums.empty())
      sums = std::move(each);
    else
      std::transform(sums.begin(), sums.end(), each.begin(), sums.begin(), std::plus<>());
  }
  return sums;
}

/// Values in a block where nothing else suggests a number.
inline constexpr std::int64_t values_per_block = 1 << 16;

}  // namespace turning_bands
