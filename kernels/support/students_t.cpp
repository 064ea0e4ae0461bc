#include "kernels/support/students_t.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace retime {

using boost::math::complement;

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
