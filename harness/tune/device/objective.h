// What a search on a device looks for the best of: a number of a case's record, or one that follows
// from it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "harness/tune/direction.h"

namespace retime::tune {

struct objective {
  std::string name = "time", unit = "ms";
  direction towards = direction::minimise;
  bool is_least_time = true;  ///< of the launches, whose scatter tells which may be the best

  double value_of(const nlohmann::json& record) const;  ///< NaN where the record does not say it
  std::string text(double value) const;                 ///< "1.5 ms", "launch/registers 32"
};

/// "time" (the median), "energy_j", ..., or the place of a number in a record, "launch/registers".
/// Without a direction it is that of the unit, but occupancies and fractions of a ceiling are
/// maximised. Throws bad_input that names what there is.
objective objective_named(const std::string& text, std::optional<direction> towards);

}  // namespace retime::tune
