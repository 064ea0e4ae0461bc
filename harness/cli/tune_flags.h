// The flags of `retime tune`, which searches a device or, with --replay, a recording.
#pragma once

#include <string>
#include <vector>

#include "harness/tune/strategy.h"

namespace retime {

struct tune_flags {
  std::string replay, space, strategy = tune::default_strategy, budget, objective, out;
  std::vector<std::string> warm_start;
  std::uint64_t seed = 1;
};

/// Searches the recording that --replay names. Throws bad_input.
void tune_replay(const tune_flags& flags);

}  // namespace retime
