#include "kernels/turning_bands/target_spectrum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/turning_bands/functions.h"

namespace turning_bands {
namespace {

using std::numbers::pi;

curve power_law(const target& target, const line_model& lines) {
  const double samples = target.resolution * lines.compression;  // a cell
  return [=, index = target.index, scale = lines.scale](double k) {
    const double density = scale * std::pow(k / samples, index + 2) / (2 * pi * samples);
    return 4 * pi * pi * density / (k * k);
  };
}

curve shaped(const target& target, const line_model& lines) {
  const curve shape = spectrum_named(target.function, target.range);
  const double factor = 4 * pi * pi * lines.scale / (2 * pi * target.resolution);
  return [=](double k) { return factor * shape(k); };
}

curve of_covariance(const target& target) {
  const double a = target.range;
  if (target.function == "gaussian")
    return [=](double k) { return std::pow(a * std::sqrt(pi), 3) * std::exp(-k * k * a * a / 4); };
  if (target.function == "exponential")
    return [=](double k) { return 8 * pi * a * a * a / std::pow(1 + k * k * a * a, 2); };
  const covariance model = covariance_named(target.function, a);
  constexpr int intervals = 2048;
  const double width = model.reach / intervals;
  std::vector<double> moments;  // C(r) r, by the trapezoidal rule
  for (int i = 0; i <= intervals; ++i)
    moments.push_back(model.of_distance(i * width) * i * width * width *
                      (i == intervals ? 0.5 : 1.0));
  return [=](double k) {
    double sum = 0;
    for (int i = 0; i <= intervals; ++i)
      sum += moments[i] * (k > 0 ? std::sin(k * i * width) / k : i * width);
    return 4 * pi * sum;
  };
}

constexpr double nothing = -700;  // exp(nothing) is none beside any power

target_spectrum on_grid(double lowest, double highest, const curve& power) {
  constexpr int count = target_spectrum_points;
  target_spectrum made{
      .first = std::log(lowest), .step = std::log(highest / lowest) / (count - 1), .values = {}};
  for (int i = 0; i < count; ++i) {
    const double value = power(std::exp(made.first + i * made.step));
    made.values.push_back(value > 0 ? std::max(std::log(value), nothing) : nothing);
  }
  return made;
}

}  // namespace

target_spectrum spectrum_of(const target& target, const line_model& lines, double lowest,
                            double highest) {
  const bool is_covariance = target.maker == line_maker::covariance;
  const curve power = is_covariance                           ? of_covariance(target)
                      : target.maker == line_maker::power_law ? power_law(target, lines)
                                                              : shaped(target, lines);
  target_spectrum made = on_grid(lowest, highest, power);
  if (is_covariance) made.at_zero = std::max(power(0), 0.0);
  return made;
}

/// By k cosh(t), the length of a wave vector that has k in the mesh's plane and k sinh(t) normal to
/// it.
target_spectrum slice_of(const target_spectrum& whole, int thin, double highest) {
  constexpr int intervals = 400;
  const double end = std::exp(whole.first + whole.step * (target_spectrum_points - 1));
  const auto power = [&](double k) {
    const double width = k < end ? std::acosh(end / k) / intervals : 0;
    double sum = 0;
    for (int i = 0; i < intervals; ++i) {
      const double t = (i + 0.5) * width, length = k * std::cosh(t);
      const double around = thin == 1 ? 1 / pi : k * std::sinh(t) / (2 * pi);
      sum += whole.power(length) * length * around * width;
    }
    return sum;
  };
  const double lowest = std::exp(whole.first);
  target_spectrum made = on_grid(lowest, highest, power);
  if (whole.at_zero > 0) made.at_zero = power(lowest);
  return made;
}

target_spectrum spectrum_on(const extents& mesh, const target& target, const line_model& lines) {
  const double lowest = pi / std::max({mesh.x, mesh.y, mesh.z}),
               highest = pi * std::sqrt(3.0) * 1.01;
  const int thin = (mesh.x == 1) + (mesh.y == 1) + (mesh.z == 1);
  if (thin == 0 || thin == 3) return spectrum_of(target, lines, lowest, highest);
  double last = pi * target.resolution * lines.compression;  // that a line has
  if (target.correct == correction::hold) last = pi;
  if (target.maker == line_maker::covariance) last = 4 * pi;  // little is beyond
  const double near_zero = lowest / 30;  // a plane's mean has waves of all lengths across it
  return slice_of(spectrum_of(target, lines, near_zero, last), thin, highest);
}

}  // namespace turning_bands
