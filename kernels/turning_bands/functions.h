// Covariances and spectra of isotropic fields in three dimensions, by name or from a user's table.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace turning_bands {

using curve = std::function<double(double)>;

/// C(r) of distance in cells, C(0) = 1 for the named: `gaussian` exp(-(r/a)^2) (the paper's "double
/// exponential", eq. in Sect. 6), `exponential` exp(-r/a), else a file of r and C. `along_line` is
/// d/dr [r C(r)], what a line must have (Sect. 3).
struct covariance {
  curve of_distance, along_line;
  double reach = 0;  ///< beyond it both are 0, as a table ends; infinite for the named
};
inline constexpr const char* covariance_names[] = {"gaussian", "exponential"};
covariance covariance_named(const std::string& function, double a);

/// A smooth curve through the rows of a table: cubic between the x, with two derivatives that are
/// continuous; at the second x and the last but one also the third ("not a knot"), so that nothing
/// is assumed of the ends. A derivative with kinks would give lines power at all frequencies, half
/// of it negative.
class cubic_spline {
 public:
  /// At least four x, ascending.
  cubic_spline(std::vector<double> x, std::vector<double> y);

  /// Both within the x.
  double operator()(double x) const;
  double derivative(double x) const;

 private:
  std::size_t interval(double x) const;  ///< x_[i] <= x <= x_[i + 1]

  std::vector<double> x_, y_, bend_;  ///< bend: the second derivative
};

/// P(k) up to a factor, k in radians a cell: `k6_exp` (ka)^6 exp(-ka) (Fig. 10), `von_karman` (1 +
/// (ka)^2)^(-17/6), else a file of k and P, interpolated in the logarithms and 0 outside.
inline constexpr const char* spectrum_names[] = {"k6_exp", "von_karman"};
curve spectrum_named(const std::string& function, double a);

}  // namespace turning_bands
