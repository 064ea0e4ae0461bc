// How much a search may spend: seconds, evaluations, a share of the space.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace retime::tune {

struct budget {
  std::optional<double> seconds{};           ///< of compiling, running and searching
  std::optional<std::size_t> evaluations{};  ///< distinct configurations, failures among them
  std::optional<double> share{};             ///< of the space's configurations, 0..1

  /// Evaluations allowed in a space of this many configurations; all of them if only time counts.
  std::size_t evaluations_of(std::size_t configurations) const;
};

/// "60s", "2min", "200", "30%", or several of different kinds by commas. Throws bad_input: no such
/// thing, nothing left to spend, the same kind twice.
budget parse_budget(const std::string& text);

}  // namespace retime::tune
