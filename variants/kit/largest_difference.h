// The comparison of a family whose answer is an array of numbers.
#pragma once

#include <cmath>
#include <limits>

#include "variants/form.h"

namespace retime {

/// max |got - expected|; NaN if a difference is, infinite if the lengths differ.
double max_difference(const auto& got, const auto& expected) {
  if (got.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < got.size() && std::isfinite(largest); ++i) {
    const double difference = std::abs(double{got[i]} - double{expected[i]});
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

/// A family's `.compare`: max |got - expected| is to stay within `tolerance`. NaN, or another
/// length, never does.
inline auto largest_difference(double tolerance) {
  return [tolerance](const auto& /*problem*/, const auto& got, const auto& expected) {
    return verification{"max |difference|", max_difference(got, expected), tolerance};
  };
}

}  // namespace retime
