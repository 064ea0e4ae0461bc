// Ours: independent bits of any probability, for as many random words as the decision takes. It
// wins where few particles can react, and takes a p or d of any digits.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

struct lazy_bits : printed_program {
  using masks = lazy_masks;
};

REGISTER_VARIANT(problem, {device_variant<lazy_bits>("lazy_bits")});

}  // namespace pcpd
