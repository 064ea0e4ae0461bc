// Problems of the family at given axes.
#pragma once

#include "variants/turning_bands/axes.h"
#include "variants/turning_bands/parameters.h"

namespace turning_bands {

/// All axes at their default but for those given, as the harness resolves them.
inline retime::point point_at(const retime::axis_values& given) {
  retime::point at;
  for (const auto& axis : workload_axes()) at.set(axis.name, axis.default_value);
  for (const auto& [name, value] : given) at.set(name, value);
  resolve(at);
  return at;
}

inline problem problem_at(const retime::axis_values& given) { return make(point_at(given)); }

inline double dot(const position& a, const position& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

}  // namespace turning_bands
