// The comparison of a family whose answer is an array of numbers.
#pragma once

#include <cmath>
#include <limits>

#include "variants/form.h"

namespace retime {

/// A family's `.compare`: max |got - expected| is to stay within `tolerance`. NaN, or another
/// length, never does.
inline auto largest_difference(double tolerance) {
  return [tolerance](const auto& /*problem*/, const auto& got, const auto& expected) {
    verification outcome{"max |difference|", 0, tolerance};
    if (got.size() != expected.size()) outcome.value = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < got.size() && std::isfinite(outcome.value); ++i) {
      const double difference = std::abs(double{got[i]} - double{expected[i]});
      if (!(difference <= outcome.value)) outcome.value = difference;
    }
    return outcome;
  };
}

}  // namespace retime
