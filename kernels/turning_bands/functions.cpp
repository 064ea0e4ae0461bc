#include "kernels/turning_bands/functions.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>

#include "kernels/support/bad_input.h"
#include "kernels/turning_bands/read_table.h"

namespace turning_bands {
namespace {

covariance covariance_of_table(const std::string& path) {
  const table rows = read_table(path);
  const double sill = rows.y.front(), end = rows.x.back();
  if (rows.x.front() != 0 || !(sill > 0))
    throw retime::bad_input(fmt::format(
        "{}: a covariance starts at r = 0 with the variance, above 0, but the first row is {} {}",
        path, rows.x.front(), sill));
  for (std::size_t i = 0; i < rows.x.size(); ++i) {
    if (std::abs(rows.y[i]) > sill)
      throw retime::bad_input(
          fmt::format("{}: not positive definite: C({}) = {} is above C(0) = {}", path, rows.x[i],
                      rows.y[i], sill));
  }
  const auto smooth = std::make_shared<const cubic_spline>(rows.x, rows.y);
  return {.of_distance = [=](double r) { return r <= end ? (*smooth)(r) : 0.0; },
          .along_line =
              [=](double r) { return r <= end ? (*smooth)(r) + r * smooth->derivative(r) : 0.0; },
          .reach = end};
}

curve spectrum_of_table(const std::string& path) {
  const table rows = read_table(path);
  for (std::size_t i = 0; i < rows.y.size(); ++i) {
    if (rows.y[i] < 0)
      throw retime::bad_input(
          fmt::format("{}: a spectrum is 0 or above, but P({}) = {}", path, rows.x[i], rows.y[i]));
  }
  return [rows](double k) {
    if (k < rows.x.front() || k > rows.x.back()) return 0.0;
    std::size_t above = 1;
    while (above + 1 < rows.x.size() && rows.x[above] < k) ++above;
    const double x0 = rows.x[above - 1], x1 = rows.x[above];
    const double y0 = rows.y[above - 1], y1 = rows.y[above];
    if (x0 <= 0 || y0 <= 0 || y1 <= 0) return y0 + (y1 - y0) * (k - x0) / (x1 - x0);
    return y0 * std::pow(y1 / y0, std::log(k / x0) / std::log(x1 / x0));
  };
}

}  // namespace

covariance covariance_named(const std::string& function, double a) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  if (function == "gaussian") {
    const auto square = [a](double r) { return r * r / (a * a); };
    return {[=](double r) { return std::exp(-square(r)); },
            [=](double r) { return (1 - 2 * square(r)) * std::exp(-square(r)); }, endless};
  }
  if (function == "exponential") {
    return {[=](double r) { return std::exp(-r / a); },
            [=](double r) { return (1 - r / a) * std::exp(-r / a); }, endless};
  }
  return covariance_of_table(function);
}

curve spectrum_named(const std::string& function, double a) {
  if (function == "k6_exp") return [a](double k) { return std::pow(k * a, 6) * std::exp(-k * a); };
  if (function == "von_karman")
    return [a](double k) { return std::pow(1 + k * a * k * a, -17.0 / 6); };
  return spectrum_of_table(function);
}

}  // namespace turning_bands
