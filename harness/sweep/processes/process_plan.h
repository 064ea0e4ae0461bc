// How many fresh processes measure a case, and when they are enough.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "harness/record/recorded_run.h"

namespace retime::sweep {

struct process_plan {
  std::size_t least = 1, most = 1;
  double precision = 0.01;  ///< of half the interval, relative
  double budget_s = 10;     ///< for sampling a case, over all its processes

  /// The other processes show how far a run's time scatters.
  double longest_repeated() const { return least > 1 ? 1 : 5; }
  double share_s() const { return budget_s / static_cast<double>(least); }
  /// What a process is asked for: where there are several, so much that what its samples leave
  /// open is a small part of the interval between processes.
  double precision_within() const { return least > 1 ? precision / 3 : precision; }
};

/// `text`: a number, or "auto": five share what one would have sampled, and more are added, up to
/// ten, as long as they differ by too much and the budget lasts. Throws bad_input for other texts.
process_plan plan_of(const std::string& text);

/// So many, each of which samples a case for `sampling_s`.
process_plan exactly(std::size_t processes, double sampling_s, double precision);

/// Why no further process is needed; nothing if one is. A case without a time needs none.
std::optional<stop_reason> enough(const process_plan& plan, const recorded_case& so_far);

}  // namespace retime::sweep
