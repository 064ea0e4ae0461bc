// What lines and spectra are tested with.
#pragma once

#include <cmath>
#include <numbers>

#include "kernels/turning_bands/functions.h"
#include "kernels/turning_bands/line_model.h"

namespace turning_bands {

inline constexpr double pi = std::numbers::pi;

inline target of_covariance(const std::string& function, double range, double resolution) {
  return {.maker = line_maker::covariance,
          .function = function,
          .range = range,
          .resolution = resolution};
}
inline target of_spectrum(const std::string& function, double range, double resolution) {
  auto made = of_covariance(function, range, resolution);
  made.maker = line_maker::spectrum;
  return made;
}
inline target of_power_law(double index, correction correct = correction::none,
                           double resolution = 1) {
  return {.index = index, .correct = correct, .resolution = resolution};
}

/// Radians a sample.
inline double frequency(const line_model& model, std::size_t mode) {
  return 2 * pi * static_cast<double>(mode) / model.transform;
}

/// 4 pi times the integral of C(r) r sin(kr) / k, by Simpson's rule.
inline double three_dimensional(const curve& covariance, double k, double reach) {
  constexpr int intervals = 20000;
  const double width = reach / intervals;
  double sum = 0;
  for (int i = 1; i < intervals; ++i) {
    const double r = i * width;
    sum += (i % 2 ? 4 : 2) * covariance(r) * r * std::sin(k * r) / k;
  }
  return 4 * pi * sum * width / 3;
}

}  // namespace turning_bands
