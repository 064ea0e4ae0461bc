// The multispin program on the CPU, the lattices on all cores.
#include "variants/pcpd/host_multispin.h"

namespace pcpd {

REGISTER_VARIANT(problem,
                 {host_multispin("cpu_multispin_parallel", "CPU, multispin, all cores", true)});

}  // namespace pcpd
