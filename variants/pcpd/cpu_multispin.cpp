// The multispin program on the CPU, one lattice after the other on one core.
#include "variants/pcpd/host_multispin.h"

namespace pcpd {

REGISTER_VARIANT(problem, {host_multispin("cpu_multispin", "CPU, multispin, 1 core", false)});

}  // namespace pcpd
