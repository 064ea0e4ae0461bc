// Of the listed claims as many as fit into a time.
#pragma once

#include <cstddef>
#include <map>

#include "harness/registry/claim_list.h"
#include "harness/text/filter.h"

namespace retime {

/// Claims count where the filter leaves them all of their cases.
struct claim_choice {
  std::map<std::size_t, std::size_t> processes;  ///< of each chosen case, by its place in the list
  std::size_t claims = 0, claims_in_all = 0;
  double seconds = 0, seconds_in_all = 0;  ///< predicted

  bool has_all() const { return claims == claims_in_all; }
};

/// In the list's order; one that does not fit beside those before it is passed over.
claim_choice choose(const claim_list& list, const key_filter& filter, double most_s);

}  // namespace retime
