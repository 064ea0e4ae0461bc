// The cross-check of the random numbers (Sect. 3): the same program with four times the state.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

struct multispin_well512 : printed_program {
  using generators = drawn_from<well512>;
  static constexpr bool draws_sites = true;
};

REGISTER_VARIANT(problem, {device_variant<multispin_well512>("multispin_well512", "GPU, WELL512")});

}  // namespace pcpd
