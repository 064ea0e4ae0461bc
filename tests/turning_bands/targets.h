// What lines and spectra are tested with.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "kernels/turning_bands/functions.h"
#include "kernels/turning_bands/line_model.h"
#include "tests/scratch_folder.h"

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

/// The path of a file with C(r) at r = 0, step, 2 step ...
inline std::string table_of(const tests::scratch_folder& folder, const curve& covariance,
                            double step, int rows) {
  std::string text;
  for (int i = 0; i < rows; ++i)
    text += fmt::format("{} {:.17g}\n", i * step, covariance(i * step));
  return folder.write("C.txt", text);
}

/// Radians a sample.
inline double frequency(const line_model& model, std::size_t mode) {
  return 2 * pi * static_cast<double>(mode) / model.transform;
}

}  // namespace turning_bands
