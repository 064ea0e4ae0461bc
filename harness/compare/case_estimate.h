// From the runs that hold a case to its estimate: picks the best evidence there is.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/compare/estimate.h"
#include "harness/compare/options.h"
#include "harness/compare/timing_run.h"

namespace retime::compare {

/// A run that timed the case correctly, and what it says of it.
struct case_in_run {
  const timing_run* run = nullptr;
  const timed_case* seen = nullptr;
};

/// The runs among `runs` that hold a time for the case, in order.
std::vector<case_in_run> cases_in_runs(const std::string& key, std::span<const timing_run> runs);

struct judged {
  estimate effect;
  std::vector<std::string> notes;
};

/// Interleaved sessions first, then runs paired by order, then repeated or A/A runs, then an
/// assumed drift. `base` and `fresh` hold at least one case_in_run each.
judged estimate_case(const std::vector<case_in_run>& base, const std::vector<case_in_run>& fresh,
                     const std::vector<case_in_run>& equal, const compare_options& options);

}  // namespace retime::compare
