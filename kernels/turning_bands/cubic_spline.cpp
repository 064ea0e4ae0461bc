#include <algorithm>
#include <utility>

#include "kernels/turning_bands/functions.h"

namespace turning_bands {

cubic_spline::cubic_spline(std::vector<double> x, std::vector<double> y)
    : x_(std::move(x)), y_(std::move(y)), bend_(x_.size()) {
  const std::size_t last = x_.size() - 1;
  const auto width = [&](std::size_t i) { return x_[i + 1] - x_[i]; };
  const auto slope = [&](std::size_t i) { return (y_[i + 1] - y_[i]) / width(i); };
  // Rows 1 .. last-1 of the equations for the bends; those at the ends follow from their
  // neighbours.
  std::vector<double> below(last), middle(last), above(last), right(last);
  for (std::size_t i = 1; i < last; ++i) {
    below[i] = width(i - 1);
    middle[i] = 2 * (width(i - 1) + width(i));
    above[i] = width(i);
    right[i] = 6 * (slope(i) - slope(i - 1));
  }
  const double first = width(0) / width(1), final = width(last - 1) / width(last - 2);
  middle[1] += width(0) * (1 + first);
  above[1] -= width(0) * first;
  middle[last - 1] += width(last - 1) * (1 + final);
  below[last - 1] -= width(last - 1) * final;
  for (std::size_t i = 2; i < last; ++i) {
    const double times = below[i] / middle[i - 1];
    middle[i] -= times * above[i - 1];
    right[i] -= times * right[i - 1];
  }
  for (std::size_t i = last - 1; i > 0; --i)
    bend_[i] = (right[i] - (i + 1 < last ? above[i] * bend_[i + 1] : 0)) / middle[i];
  bend_[0] = (1 + first) * bend_[1] - first * bend_[2];
  bend_[last] = (1 + final) * bend_[last - 1] - final * bend_[last - 2];
}

std::size_t cubic_spline::interval(double x) const {
  const auto after = std::upper_bound(x_.begin() + 1, x_.end() - 1, x);
  return static_cast<std::size_t>(after - x_.begin()) - 1;
}

double cubic_spline::operator()(double x) const {
  const std::size_t i = interval(x);
  const double width = x_[i + 1] - x_[i], left = x_[i + 1] - x, right = x - x_[i];
  const double straight = (left * y_[i] + right * y_[i + 1]) / width;
  return straight -
         left * right / 6 * (bend_[i] * (1 + left / width) + bend_[i + 1] * (1 + right / width));
}

double cubic_spline::derivative(double x) const {
  const std::size_t i = interval(x);
  const double width = x_[i + 1] - x_[i], left = x_[i + 1] - x, right = x - x_[i];
  return (y_[i + 1] - y_[i]) / width + bend_[i] * (width / 6 - left * left / (2 * width)) +
         bend_[i + 1] * (right * right / (2 * width) - width / 6);
}

}  // namespace turning_bands
