#include "kernels/turning_bands/cubic_spline.h"

#include <algorithm>

namespace turning_bands {

cubic_spline::cubic_spline(table points)
    : points_(std::move(points)), curvature_(points_.x.size()) {
  const std::size_t last = points_.x.size() - 1;
  const auto width = [&](std::size_t i) { return points_.x[i + 1] - points_.x[i]; };
  const auto slope = [&](std::size_t i) { return (points_.y[i + 1] - points_.y[i]) / width(i); };
  // For each inner point i: below[i] M[i-1] + at[i] M[i] + above[i] M[i+1] = right[i], M at the
  // ends replaced by the line through the two next to it.
  std::vector<double> below(last), at(last), above(last), right(last);
  for (std::size_t i = 1; i < last; ++i) {
    below[i] = width(i - 1);
    at[i] = 2 * (width(i - 1) + width(i));
    above[i] = width(i);
    right[i] = 6 * (slope(i) - slope(i - 1));
  }
  const double first_ratio = width(0) / width(1), last_ratio = width(last - 1) / width(last - 2);
  at[1] += below[1] * (1 + first_ratio);
  above[1] -= below[1] * first_ratio;
  at[last - 1] += above[last - 1] * (1 + last_ratio);
  below[last - 1] -= above[last - 1] * last_ratio;
  for (std::size_t i = 2; i < last; ++i) {
    const double factor = below[i] / at[i - 1];
    at[i] -= factor * above[i - 1];
    right[i] -= factor * right[i - 1];
  }
  curvature_[last - 1] = right[last - 1] / at[last - 1];
  for (std::size_t i = last - 2; i >= 1; --i)
    curvature_[i] = (right[i] - above[i] * curvature_[i + 1]) / at[i];
  curvature_[0] = curvature_[1] - first_ratio * (curvature_[2] - curvature_[1]);
  curvature_[last] =
      curvature_[last - 1] + last_ratio * (curvature_[last - 1] - curvature_[last - 2]);
}

cubic_spline::place cubic_spline::find(double x) const {
  const auto& known = points_.x;
  const auto above = std::upper_bound(known.begin() + 1, known.end() - 1, x);
  const auto interval = static_cast<std::size_t>(above - known.begin()) - 1;
  const double width = known[interval + 1] - known[interval];
  return {interval, (x - known[interval]) / width, width};
}

double cubic_spline::operator()(double x) const {
  const auto [i, b, width] = find(x);
  const double a = 1 - b;
  return a * points_.y[i] + b * points_.y[i + 1] +
         (a * (a * a - 1) * curvature_[i] + b * (b * b - 1) * curvature_[i + 1]) * width * width /
             6;
}

double cubic_spline::derivative(double x) const {
  const auto [i, b, width] = find(x);
  const double a = 1 - b;
  return (points_.y[i + 1] - points_.y[i]) / width +
         ((3 * b * b - 1) * curvature_[i + 1] - (3 * a * a - 1) * curvature_[i]) * width / 6;
}

}  // namespace turning_bands
