#include "kernels/turning_bands/target_spectrum.h"

#include <algorithm>
#include <numbers>

#include "kernels/turning_bands/functions.h"

namespace turning_bands {
namespace {

constexpr double pi = std::numbers::pi;

curve power_law(const target& wanted, const line_model& lines) {
  const double samples = wanted.resolution * lines.compression;  // a cell
  return [=, index = wanted.index, scale = lines.scale](double k) {
    const double density = scale * std::pow(k / samples, index + 2) / (2 * pi * samples);
    return 4 * pi * pi * density / (k * k);
  };
}

curve shaped(const target& wanted, const line_model& lines) {
  const curve shape = spectrum_named(wanted.function, wanted.range);
  const double factor = 4 * pi * pi * lines.scale / (2 * pi * wanted.resolution);
  return [=](double k) { return factor * shape(k); };
}

curve of_covariance(const target& wanted) {
  const double a = wanted.range;
  if (wanted.function == "gaussian")
    return [=](double k) { return std::pow(a * std::sqrt(pi), 3) * std::exp(-k * k * a * a / 4); };
  if (wanted.function == "exponential")
    return [=](double k) { return 8 * pi * a * a * a / std::pow(1 + k * k * a * a, 2); };
  const covariance given = covariance_named(wanted.function, a);
  constexpr int intervals = 2048;
  const double width = given.reach / intervals;
  std::vector<double> moments;  // C(r) r, by the trapezoidal rule
  for (int i = 0; i <= intervals; ++i)
    moments.push_back(given.of_distance(i * width) * i * width * width *
                      (i == intervals ? 0.5 : 1.0));
  return [=](double k) {
    double sum = 0;
    for (int i = 0; i <= intervals; ++i)
      sum += moments[i] * (k > 0 ? std::sin(k * i * width) / k : i * width);
    return 4 * pi * sum;
  };
}

}  // namespace

target_spectrum spectrum_of(const target& wanted, const line_model& lines, double lowest,
                            double highest) {
  constexpr int count = target_spectrum_points;
  constexpr double none = -700;  // exp(none) is nothing beside any power
  curve power;
  switch (wanted.maker) {
    case line_maker::power_law:
      power = power_law(wanted, lines);
      break;
    case line_maker::spectrum:
      power = shaped(wanted, lines);
      break;
    case line_maker::covariance:
      power = of_covariance(wanted);
      break;
  }
  target_spectrum made{
      .first = std::log(lowest), .step = std::log(highest / lowest) / (count - 1), .values = {}};
  for (int i = 0; i < count; ++i) {
    const double value = power(std::exp(made.first + i * made.step));
    made.values.push_back(value > 0 ? std::max(std::log(value), none) : none);
  }
  if (wanted.maker == line_maker::covariance) made.at_zero = std::max(power(0), 0.0);
  return made;
}

}  // namespace turning_bands
