// A search run against a recording instead of a device.
#pragma once

#include "harness/tune/strategy.h"
#include "harness/tune/trial.h"

namespace tuner_bench {

using namespace retime;
using namespace retime::tune;

struct replay_run {
  std::vector<configuration> order;  ///< distinct configurations as they ended, failures among them
  std::vector<double> ended_ms;      ///< by what the recording says that they took
  double search_s = 0;               ///< CPU time of the strategy itself
};

struct replay_options {
  std::size_t evaluations = 200;  ///< distinct configurations at most
  std::uint64_t seed = 1;
  std::vector<prior> warm_start{};
  std::size_t boards = 1;  ///< so many at a time
};

/// Nothing is kept between runs.
replay_run replay(const strategy_form& form, const recording& space, const replay_options& options);

}  // namespace tuner_bench
