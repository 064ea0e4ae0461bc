#include "harness/measure/inference.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace retime {

using boost::math::complement;

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double sum_of_squares(std::span<const double> values) {
  const double center = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - center) * (value - center);
  return squares;
}

double standard_deviation(std::span<const double> values) {
  if (values.size() < 2) return 0;
  return std::sqrt(sum_of_squares(values) / (static_cast<double>(values.size()) - 1));
}

double upper_tail(double t, double degrees_of_freedom) {
  if (std::isinf(degrees_of_freedom)) return boost::math::cdf(complement(boost::math::normal(), t));
  return boost::math::cdf(complement(boost::math::students_t(degrees_of_freedom), t));
}

double upper_quantile(double tail, double degrees_of_freedom) {
  if (degrees_of_freedom == 0) return std::numeric_limits<double>::infinity();
  if (std::isinf(degrees_of_freedom))
    return boost::math::quantile(complement(boost::math::normal(), tail));
  return boost::math::quantile(complement(boost::math::students_t(degrees_of_freedom), tail));
}

}  // namespace retime
