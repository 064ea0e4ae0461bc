// The answer: values at the points.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace turning_bands {

enum class method { lines, fft };

/// Fields one after the other, in each the points in the order of the mesh.
struct field {
  std::variant<std::vector<float>, std::vector<double>> values;
  method by = method::lines;

  std::size_t size() const {
    return std::visit([](const auto& all) { return all.size(); }, values);
  }
  double at(std::size_t i) const {
    return std::visit([i](const auto& all) { return static_cast<double>(all[i]); }, values);
  }
};

}  // namespace turning_bands
