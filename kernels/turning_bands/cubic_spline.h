// A smooth curve through a table: the cubic spline whose third derivative does not jump at the
// second and the last but one point ("not a knot"), so that it bends at its ends as within.
#pragma once

#include "kernels/turning_bands/read_table.h"

namespace turning_bands {

class cubic_spline {
 public:
  /// At least four points, x ascending.
  explicit cubic_spline(table points);
  double operator()(double x) const;
  double derivative(double x) const;

 private:
  /// The interval of x, and where in it, from 0 to 1; beyond the ends the outermost interval's.
  struct place {
    std::size_t interval;
    double part, width;
  };
  place find(double x) const;

  table points_;
  std::vector<double> curvature_;  ///< second derivatives at the points
};

}  // namespace turning_bands
