// After the search: the finalists side by side, the winner, and who cannot be told from it.
#pragma once

#include <vector>

#include "harness/tune/device/journaled_evaluator.h"
#include "harness/tune/device/trials.h"

namespace retime::tune {

struct finalist {
  configuration index = 0;
  evaluation evaluated;     ///< of the rounds
  double value = no_value;  ///< of the objective
  rounds rounds_ns{};
  double median_ns = 0;
  bool is_tied = false;  ///< with the winner, see below
};

struct finals {
  std::vector<finalist> finalists;  ///< best first; the first one is the winner
  /// Where the winner's time was expected after the rounds; what it then took does not enter.
  retime::interval expected_ns;
  evaluation winner;        ///< measured anew by the whole rule
  double value = no_value;  ///< of the objective, in that
  double time_ns = 0;       ///< the median of that
  bool as_expected() const { return expected_ns.low <= time_ns && time_ns <= expected_ns.high; }
};

struct finals_options {
  std::size_t most_finalists = tune::most_finalists, rounds = more_launches;
  double precision = 0.01, confirm_budget_s = 5;
};

/// Those that may be the best, best first, and the usual configuration to compare them with. Of
/// times those that the launches do not tell from the leader, of any other objective the first
/// `most`.
std::vector<configuration> chosen_finalists(const tuning_problem& problem, const trials& tried,
                                            std::size_t most);

/// Best first, and of equals the fastest. Tied with the first are, of times, those that the rounds
/// do not tell from it, of any other objective those of the same value.
void rank(std::vector<finalist>& finalists, const objective& goal);

/// Nothing if no configuration is correct, up to the last finalist's last verification.
std::optional<finals> run_finals(const tuning_problem& problem, const trials& tried,
                                 journaled_evaluator& device, const finals_options& options);

}  // namespace retime::tune
