// Problems of the family at given axes, targets of lines, and what is drawn many times.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "kernels/turning_bands/functions.h"
#include "tests/scratch_folder.h"
#include "variants/turning_bands/axes.h"
#include "variants/turning_bands/parameters.h"

namespace turning_bands {

inline constexpr double pi = std::numbers::pi;

/// All axes at their default but for those given, as the harness resolves them.
inline retime::point point_at(const retime::axis_values& axes) {
  retime::point point;
  for (const auto& axis : workload_axes()) point.set(axis.name, axis.default_value);
  for (const auto& [name, value] : axes) point.set(name, value);
  resolve(point);
  return point;
}

inline problem problem_at(const retime::axis_values& axes) { return make_problem(point_at(axes)); }

inline double dot(const position& a, const position& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline target covariance_target(const std::string& function, double range, double resolution) {
  return {.maker = line_maker::covariance,
          .function = function,
          .range = range,
          .resolution = resolution};
}
inline target spectrum_target(const std::string& function, double range, double resolution) {
  auto made = covariance_target(function, range, resolution);
  made.maker = line_maker::spectrum;
  return made;
}
inline target power_law_target(double index, correction correct = correction::none,
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

/// The mean of what is drawn many times, and how far chance takes it.
struct estimate {
  double sum = 0, squares = 0;
  int count = 0;
  void add(double value) { sum += value, squares += value * value, ++count; }
  double mean() const { return sum / count; }
  double error() const { return std::sqrt((squares / count - mean() * mean()) / (count - 1)); }
};

}  // namespace turning_bands
