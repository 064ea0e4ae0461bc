// Ours: the replications on all cores, which is what a user of a CPU would do.
#include "variants/replications/host_runner.h"

namespace replications {

REGISTER_VARIANT(
    problem,
    {on_host({.id = "cpu_parallel", .base = "cpu_serial", .cores = retime::host_cores::all},
             3e10)});

}  // namespace replications
