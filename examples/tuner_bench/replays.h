// One strategy's replays: spaces x seeds, over threads.
#pragma once

#include <vector>

#include "replay.h"

namespace tuner_bench {

struct replays_options {
  std::size_t seeds = 30, first_seed = 1, evaluations = 200, threads = 1;
  std::size_t boards = 1;  ///< of each run
  /// What is known of each space before its runs begin; none may be named.
  std::vector<std::vector<prior>> warm_starts{};
};

/// runs[space][k] has the k-th seed from the first one. A run is the same whatever the threads.
std::vector<std::vector<replay_run>> replays(const strategy_form& which,
                                             const std::vector<recording>& spaces,
                                             const replays_options& options);

}  // namespace tuner_bench
