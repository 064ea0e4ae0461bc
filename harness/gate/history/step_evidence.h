// How much better a step explains a series than drifting noise does.
#pragma once

#include <cstddef>
#include <span>

namespace retime::gate {

struct step_evidence {
  std::size_t at = 0;            ///< likeliest first index of the new level
  double log_odds = 0;           ///< log of the Bayes factor of a step somewhere, against none
  double before = 0, after = 0;  ///< medians of the two sides
};

/// Of all splits with at least `shortest` runs on either side; there must be one.
step_evidence weigh_steps(std::span<const double> series, std::size_t shortest);

}  // namespace retime::gate
