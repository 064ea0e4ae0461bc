// A smooth curve through the rows of a table.
#pragma once

#include <vector>

namespace turning_bands {

/// Cubic between the x, with two derivatives that are continuous; at the second x and the last but
/// one also the third ("not a knot"), so that nothing is assumed of the ends. A derivative with
/// kinks would give lines power at all frequencies, half of it negative.
class cubic_spline {
 public:
  /// At least four x, ascending.
  cubic_spline(std::vector<double> x, std::vector<double> y);

  /// Within the x.
  double operator()(double at) const;
  double derivative(double at) const;

 private:
  std::size_t interval(double at) const;  ///< x[i] <= at <= x[i + 1]

  std::vector<double> x_, y_, bend_;  ///< bend: the second derivative
};

}  // namespace turning_bands
