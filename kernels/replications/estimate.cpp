#include "kernels/replications/estimate.h"

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "kernels/support/students_t.h"

namespace replications {

interval mean_interval(std::span<const double> values, double level) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() < 2) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    return {mean, -infinite, infinite};
  }
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = std::sqrt(squares / (count - 1) / count);
  const double half = retime::upper_quantile((1 - level) / 2, count - 1) * error;
  return {mean, mean - half, mean + half};
}

chi_square_test test_uniform(std::span<const double> values, int categories) {
  std::vector<double> counts(categories, 0.0);
  for (const double value : values) ++counts[static_cast<std::size_t>(value)];
  const double expected = static_cast<double>(values.size()) / categories;
  double chi_square = 0;
  for (const double count : counts)
    chi_square += (count - expected) * (count - expected) / expected;
  const double degrees = categories - 1;
  using boost::math::cdf, boost::math::chi_squared, boost::math::complement;
  return {chi_square, degrees, cdf(complement(chi_squared(degrees), chi_square))};
}

}  // namespace replications
