// The multispin program on the CPU, the lattices on all cores.
#include "variants/pcpd/host_runner.h"

namespace pcpd {

REGISTER_VARIANT(problem, {on_host({.id = "cpu_multispin_parallel",
                                    .paper = {"schram_2012", "CPU, multispin, all cores"},
                                    .cores = retime::host_cores::all})});

}  // namespace pcpd
