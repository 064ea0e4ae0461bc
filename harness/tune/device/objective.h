// What a search on a device looks for the best of: a number of a case's record, or one that follows
// from it.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "harness/text/forms.h"
#include "harness/tune/direction.h"

namespace retime::tune {

/// A number with a name of its own that follows from a record.
struct objective_form {
  std::string id;    ///< of --objective
  std::string unit;  ///< of which direction_of() says whether the best is the least
  /// NaN where the record does not say it.
  std::function<double(const nlohmann::json& record)> value_of;
  bool is_time = false;  ///< of one launch, whose scatter is that of the samples
};

/// An objective's file calls it once, as the initialiser of a static.
inline bool register_objective(objective_form form) {
  return forms<objective_form>::add(std::move(form));
}

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
