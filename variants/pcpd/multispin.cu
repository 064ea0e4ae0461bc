// Algorithm 2 as printed, with its corrections: words in global memory, LFSR113.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

struct multispin : printed_program {
  using generators = drawn_from<lfsr113, curand_philox, mwc64x>;
  static constexpr bool draws_sites = true;
};

REGISTER_VARIANT(problem, {device_variant<multispin>("multispin", "GPU", "cpu_scalar")});

}  // namespace pcpd
