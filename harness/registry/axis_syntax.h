// The text after --axis: NAME=V,V or NAME=LO..HI:xK or NAME=LO..HI:+K or NAME=all.
#pragma once

#include <string>
#include <vector>

#include "variants/axis.h"

namespace retime {

struct axis_setting {
  std::string name;
  std::string values;  ///< the text after '=', not yet read: its meaning depends on the axis's type
};

/// Splits at the first '='. Throws bad_input.
axis_setting parse_axis_setting(const std::string& text);

/// Reads the values for an axis of the type that `like` holds. A range includes LO, and HI where a
/// step meets it. Throws bad_input that names the axis, the value and what would be right.
std::vector<axis_value> parse_axis_values(const axis_setting& setting, const axis_value& like);

}  // namespace retime
