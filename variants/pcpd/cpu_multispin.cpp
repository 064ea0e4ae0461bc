// The multispin program on the CPU, one lattice after the other on one core.
#include "variants/pcpd/host_runner.h"

namespace pcpd {

REGISTER_VARIANT(problem, {on_host({.id = "cpu_multispin",
                                    .paper = {"schram_2012", "CPU, multispin, 1 core"},
                                    .cores = retime::host_cores::one})});

}  // namespace pcpd
