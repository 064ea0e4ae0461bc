#include "harness/measure/inference.h"

#include <cmath>
#include <numeric>

namespace retime {

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

}  // namespace retime
