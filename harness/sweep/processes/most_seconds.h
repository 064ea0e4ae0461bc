// How long a sweep may take, before it begins.
#pragma once

#include <vector>

#include "harness/sweep/processes/board_sweep.h"

namespace retime::sweep {

/// What sampling the cases takes at most on one board, by the budgets of their plans; inputs,
/// references and verifying come on top. 0 where nothing is timed; an emulated kernel is not
/// sampled, nor is a case that a constraint excludes.
double most_seconds(const std::vector<benchmark_case>& cases, const sweep_run_options& options,
                    bool is_emulation);

}  // namespace retime::sweep
