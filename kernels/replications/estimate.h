// What replications say together.
#pragma once

#include <span>

namespace replications {

struct interval {
  double mean, low, high;
};

/// Mean and its interval by Student's t, from independent values of which the mean is nearly
/// normal. 1.96 standard errors would hold the truth in 94.0 % of cases at 30 values, not in 95.
/// Without a bound (infinite) for a single value.
interval mean_interval(std::span<const double> values, double level);

struct chi_square_test {
  double chi_square, degrees_of_freedom;
  double p_value;  ///< probability of as much or more, were the categories equally likely
};

/// Tests whether values 0, 1, ..., categories-1 are equally frequent; at least two categories. The
/// law is that of chi-square if five or more are expected in each.
chi_square_test test_uniform(std::span<const double> values, int categories);

}  // namespace replications
