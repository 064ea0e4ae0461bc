// A sweep in fresh worker processes: each takes its turn through the cases that are still open.
#pragma once

#include <functional>
#include <vector>

#include "harness/sweep/processes/board_sweep.h"

namespace retime::sweep {

/// What happens, as it happens.
struct sweep_run_observer {
  std::function<void(const case_turn&)> begins;
  std::function<void(const recorded_case& result)> has_record;
  std::function<bool()> is_interrupted;
};

/// Measures the cases that have no record in `into` and writes their records; goes on where an
/// earlier run of the folder ended. Returns early if interrupted.
void run_sweep(const std::vector<benchmark_case>& cases, cases::worker& device, run_directory& into,
               const sweep_run_options& options, const sweep_run_observer& observer);

/// What sampling the cases takes at most on one board, by the budgets of their plans; inputs,
/// references and verifying come on top. 0 where nothing is timed; an emulated kernel is not
/// sampled, nor is a case that a constraint excludes.
double most_seconds(const std::vector<benchmark_case>& cases, const sweep_run_options& options,
                    bool is_emulation);

}  // namespace retime::sweep
