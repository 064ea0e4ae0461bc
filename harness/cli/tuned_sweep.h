// What --tuned makes of a sweep.
#pragma once

#include "harness/cli/boards.h"
#include "harness/cli/run_flags.h"

namespace retime {

/// The cases with the configurations that a tuning run found; axes that the user names stay.
planned_sweep tuned_sweep(const planned_sweep& recommended, const run_flags& flags, boards& device);

}  // namespace retime
