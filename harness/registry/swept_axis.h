// Which values an axis takes in a sweep, and all points of several axes.
#pragma once

#include <string>
#include <vector>

#include "harness/registry/sweep_request.h"
#include "variants/registry.h"

namespace retime {

/// One value of an axis. What the user gave and the axis refuses stays, with the reason: it is a
/// mistake only if the filter asks for a case that has it.
struct swept_value {
  axis_value value;
  std::string refusal{};
};

struct swept_axis {
  std::string name;
  std::vector<swept_value> values;
};

swept_axis swept(const workload_axis& axis, const sweep_request& request);
swept_axis swept(const variant& member, const tuning_axis& axis, const sweep_request& request);

struct swept_point {
  point values;
  std::string refusal{};  ///< of the first value that is refused
};

/// The cross product of the axes' values, the first axis varying slowest. One that is too large to
/// end is a single point, refused.
std::vector<swept_point> cross(const std::vector<swept_axis>& axes);

}  // namespace retime
