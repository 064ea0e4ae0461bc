// Moments of samples that are taken for independent; the laws of their intervals are in
// kernels/support/students_t.h.
#pragma once

#include <span>

namespace retime {

/// Half of a 95 % interval of the normal law, in standard errors.
inline constexpr double z_95 = 1.959963984540054;

double mean(std::span<const double> values);
/// The sum of the squared deviations from the mean.
double sum_of_squares(std::span<const double> values);
/// 0 for fewer than two values.
double standard_deviation(std::span<const double> values);

}  // namespace retime
