// What --tuned makes of a sweep.
#pragma once

#include "harness/bench/commands/run_flags.h"
#include "harness/sweep/boards.h"

namespace retime::bench {

/// The cases with the configurations that a tuning run found; axes that the user names stay.
planned_sweep tuned_sweep(const planned_sweep& recommended, const run_flags& flags,
                          sweep::boards& device);

}  // namespace retime::bench
