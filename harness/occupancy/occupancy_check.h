// The occupancy calculator against the CUDA runtime, for every registered kernel and for synthetic
// ones that need more registers and shared memory than any of those.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace retime {

struct occupancy_check {
  int compared = 0;
  std::vector<std::string> mismatches;  ///< one line each
  /// The runtime's answers: {"compute_capability": 90, "columns": [...], "rows": [[kernel,
  /// registers, shared bytes, block, blocks a multiprocessor], ...]}.
  nlohmann::json answers;
};

/// Throws bad_input in emulation, which has no runtime to ask.
occupancy_check check_occupancy();

}  // namespace retime
