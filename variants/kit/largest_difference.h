// The comparison of a family whose answer is an array of numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "variants/form.h"

namespace retime {

/// max |got - expected|; NaN if a difference is, infinite if the lengths differ.
double max_difference(const auto& got, const auto& expected) {
  if (got.size() != expected.size()) return std::numeric_limits<double>::infinity();
  constexpr std::ptrdiff_t shared_from = 65536;
  const auto size = static_cast<std::ptrdiff_t>(got.size());
  double largest = 0;
  bool ordered = true;
#pragma omp parallel for reduction(max : largest) reduction(&& : ordered) if (size > shared_from)
  for (std::ptrdiff_t i = 0; i < size; ++i) {
    const double difference = std::abs(double{got[i]} - double{expected[i]});
    ordered = ordered && difference >= 0;  // false for NaN, which max would lose
    largest = std::max(largest, difference);
  }
  return ordered ? largest : std::nan("");
}

/// A family's `.compare`: max |got - expected| is to stay within `tolerance`. NaN, or another
/// length, never does.
inline auto largest_difference(double tolerance) {
  return [tolerance](const auto& /*problem*/, const auto& got, const auto& expected) {
    return verification{"max |difference|", max_difference(got, expected), tolerance};
  };
}

}  // namespace retime
