// What a user asks for: which cases, of which sizes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/registry/axis_syntax.h"

namespace retime {

struct sweep_request {
  std::string filter;             ///< regular expression, searched in the key; empty: every case
  std::string profile = "quick";  ///< smoke, quick or paper
  std::vector<axis_setting> axes;
  std::optional<std::int64_t> seed;  ///< for the families that have an axis `seed`
  bool tune_all = false;             ///< every value of the tuning axes that `axes` leaves alone
  bool as_printed = true;  ///< under a paper's label those take the printed values, not our own
};

}  // namespace retime
