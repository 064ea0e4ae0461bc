// How much a search may spend: seconds, evaluations, a share of the space.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace retime::tune {

inline constexpr std::size_t usual_evaluations = 200;

/// The first that is spent ends the search.
struct budget {
  std::optional<double> seconds{};           ///< of compiling, running and searching
  std::optional<std::size_t> evaluations{};  ///< distinct configurations, failures among them
  std::optional<double> share{};             ///< of the space's configurations, 0..1

  /// Evaluations allowed in a space of this many configurations; all of them if only time counts.
  std::size_t evaluations_of(std::size_t configurations) const;
};

/// Adds "200" or, of the configurations, "30%". Throws bad_input: no such thing, nothing left to
/// spend.
void allow_evaluations(budget& allowed, const std::string& text);

/// As records have it: "60s", "200", "30%", or several of these by commas.
std::string to_text(const budget& allowed);

}  // namespace retime::tune
