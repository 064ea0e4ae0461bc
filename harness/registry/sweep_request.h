// What a user asks for: which cases, of which sizes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "variants/axis.h"

namespace retime {

/// What follows --axis: NAME=V,V or NAME=LO..HI:xK or NAME=LO..HI:+K or NAME=all.
struct axis_setting {
  std::string name;
  std::string values;  ///< the text after '=', not yet read: its meaning depends on the axis's type
};

struct sweep_request {
  std::string filter;             ///< regular expression, searched in the key; empty: every case
  std::string profile = "quick";  ///< smoke, quick or paper
  std::vector<axis_setting> axes;
  std::optional<std::int64_t> seed;  ///< for the families that have an axis `seed`
  bool tune_all = false;             ///< every value of the tuning axes that `axes` leaves alone
  bool as_printed = true;  ///< under a paper's label those take the printed values, not our own
};

/// Splits at the first '='. Throws bad_input.
axis_setting parse_axis_setting(const std::string& text);

/// Reads the values for an axis of the type that `like` holds. A range includes LO, and HI where a
/// step meets it. Throws bad_input that names the axis, the value and what would be right.
std::vector<axis_value> parse_axis_values(const axis_setting& setting, const axis_value& like);

}  // namespace retime
