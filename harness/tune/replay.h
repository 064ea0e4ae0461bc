// A search run against a recording instead of a device.
#pragma once

#include "harness/tune/strategy.h"
#include "harness/tune/trial.h"

namespace retime::tune {

struct replay_run {
  std::vector<configuration>
      order;            ///< distinct configurations as they were paid for, failures among them
  double search_s = 0;  ///< CPU time of the strategy itself
};

/// Runs a strategy for at most `evaluations` distinct configurations, and until they cost
/// `most_ms`, the strategy's own time included. Nothing is kept between runs.
replay_run replay(const strategy_form& which, const recording& from, std::size_t evaluations,
                  std::uint64_t seed, const std::vector<prior>& warm_start = {},
                  double most_ms = std::numeric_limits<double>::infinity());

}  // namespace retime::tune
