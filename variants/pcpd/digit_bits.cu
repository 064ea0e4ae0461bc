// Ours: p by its first binary digits, a random word each, and all or nothing for the rest, in place
// of two AND words. Bits of a word are nearly independent, and p may be anything, at the price of
// two words more.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

struct digit_bits : printed_program {
  using masks = digit_masks;
};

REGISTER_VARIANT(problem, {device_variant<digit_bits>("digit_bits")});

}  // namespace pcpd
