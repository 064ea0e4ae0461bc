// Moments of samples that are taken for independent, and the laws that intervals are made of.
#pragma once

#include <span>

namespace retime {

/// Half of a 95 % interval of the normal law, in standard errors.
inline constexpr double z_95 = 1.959963984540054;

double mean(std::span<const double> values);
/// Of the deviations from the mean.
double sum_of_squares(std::span<const double> values);
/// 0 for fewer than two values.
double standard_deviation(std::span<const double> values);

/// Probability that Student's t exceeds `t`; the normal law where `degrees_of_freedom` is infinite.
double upper_tail(double t, double degrees_of_freedom);
/// What it exceeds with this probability; infinite without degrees of freedom.
double upper_quantile(double tail, double degrees_of_freedom);

}  // namespace retime
