// Ours: p by its binary digits, six of them from a random word each, in place of two AND words.
// Bits of a word are nearly independent, and p may be anything, at the price of four words more.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

REGISTER_VARIANT(problem, {device_variant({.id = "digit_bits",
                                           .base = "multispin",
                                           .work = work_of,
                                           .prepare =
                                               [](const pcpd::problem& problem,
                                                  const retime::point& tuning) {
                                                 return compiled<lfsr113, digit_masks>::prepare(
                                                     "digit_bits", problem, tuning);
                                               }},
                                          {.generators = {"lfsr113"}, .printed_masks = false})});

}  // namespace pcpd
