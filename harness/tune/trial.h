// What one evaluation of a configuration gave, and a whole recorded space of them.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/spaces/space.h"
#include "harness/tune/direction.h"

namespace retime::tune {

/// The classes of the T4 format.
enum class outcome { correct, constraints, compile, runtime, correctness, timeout };
std::string to_text(outcome);  ///< as T4 spells it
/// Throws bad_input for a word that is none.
outcome outcome_from(const std::string& text);

inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// Times of the evaluation in milliseconds.
struct trial {
  outcome result = outcome::correct;
  double objective = no_value;  ///< in its own unit; NaN unless correct
  std::vector<double> runtimes_ms{};
  double compilation_ms = 0, framework_ms = 0, search_ms = 0, validation_ms = 0;
  std::string timestamp{};
  std::string reason{};  ///< why it failed

  bool valid() const { return result == outcome::correct; }
  /// What the evaluation took: compile, benchmark, framework, search and validation.
  double cost_ms() const;
  bool operator==(const trial& other) const;
};

/// A space of which every configuration has been tried.
struct recording {
  std::string name;       ///< of the file, without folder and ending
  std::string objective;  ///< "time"
  std::string unit;       ///< of the objective, "ms"; empty where the file says none
  direction towards = direction::minimise;
  tuning_space space;
  std::vector<trial> trials;  ///< by configuration

  double value(configuration c) const { return trials[c].objective; }
  double value_to_minimise(configuration c) const { return to_minimise(value(c), towards); }
};

/// Trials with their parameter values, before they are indexed: what a reader yields.
struct raw_recording {
  std::string objective = "time", unit = "ms";
  std::optional<direction> towards{};                             ///< as the file says it
  std::vector<std::string> names{};                               ///< parameters, in order
  std::vector<std::pair<std::vector<axis_value>, trial>> rows{};  ///< values in the order of names
};

/// Indexes the rows. A number parameter's values are sorted, a word's stand in the order of
/// appearance. What a tuner excluded without trying it is no part of the space. A direction that
/// the file does not say follows from the objective's unit. Throws bad_input.
recording index(const raw_recording& raw, std::string name);

}  // namespace retime::tune
