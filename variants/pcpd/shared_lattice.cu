// Ours: the lattice in shared memory while the kernel runs. It wins where global memory's latency
// or bandwidth is what the steps wait for.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

struct shared_lattice : printed_program {
  static constexpr bool shared = true;
};

REGISTER_VARIANT(problem, {device_variant<shared_lattice>("shared_lattice")});

}  // namespace pcpd
