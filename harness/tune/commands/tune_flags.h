// The flags of `retime tune`.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/clock_lock.h"
#include "harness/sweep/flags/sweep_flags.h"
#include "harness/sweep/ranks/members.h"
#include "harness/tune/budget.h"
#include "harness/tune/strategy.h"

namespace retime::tune {

struct tune_flags {
  std::string strategy = default_strategy, objective, out;
  std::string most_time, most_evaluations;
  std::optional<direction> towards;  ///< as it was asked, not as the objective has it
  std::vector<std::string> warm_start;
  std::uint64_t seed = 1;
  sweep::sweep_flags sweep;
  std::string cache = "warm", table;
  double precision = 0.01, timeout_s = 30;
  std::optional<sm_clock> locked_clock;  ///< nothing: it floats
  bool resume = false;

  tune::budget budget() const;  ///< what was asked, or what is usual; throws bad_input
};

/// Tunes the cases that the sweep's flags choose, on the boards of the ranks if there are some.
/// Throws bad_input; the exit status: 0 if every problem has a winner.
int tune_device(const tune_flags& flags, std::unique_ptr<sweep::ranks::members> ranks);

}  // namespace retime::tune
