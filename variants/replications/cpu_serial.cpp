// The replications one after the other on one core.
#include "variants/replications/host_runner.h"

namespace replications {

REGISTER_VARIANT(problem, {on_host({.id = "cpu_serial",
                                    .paper = {"passerat_2011", "CPU"},
                                    .cores = retime::host_cores::one},
                                   3e9)});

}  // namespace replications
