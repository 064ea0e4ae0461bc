// Moments of samples that are taken for independent; the laws of their intervals are in
// kernels/support/students_t.h.
#pragma once

#include <cmath>
#include <numeric>
#include <span>

namespace retime {

/// Half of a 95 % interval of the normal law, in standard errors.
inline constexpr double z_95 = 1.959963984540054;

inline double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The sum of the squared deviations from the mean.
inline double sum_of_squares(std::span<const double> values) {
  const double center = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - center) * (value - center);
  return squares;
}

/// 0 for fewer than two values.
inline double standard_deviation(std::span<const double> values) {
  if (values.size() < 2) return 0;
  return std::sqrt(sum_of_squares(values) / (static_cast<double>(values.size()) - 1));
}

}  // namespace retime
