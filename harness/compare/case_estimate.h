// From the runs that hold a case to its estimate: picks the best evidence there is.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/compare.h"

namespace retime::compare {

/// A run that timed the case correctly, and what it says of it.
struct sighting {
  const timing_run* run = nullptr;
  const timed_case* seen = nullptr;
};

/// The runs among `runs` that hold a time for the case, in order.
std::vector<sighting> sightings_of(const std::string& key, std::span<const timing_run> runs);

struct judged {
  estimate effect;
  std::vector<std::string> notes;
};

/// Interleaved sessions first, then runs paired by order, then repeated or A/A runs, then an
/// assumed drift. `base` and `fresh` hold at least one sighting each.
judged estimate_case(const std::vector<sighting>& base, const std::vector<sighting>& fresh,
                     const std::vector<sighting>& equal, const compare_options& options);

}  // namespace retime::compare
