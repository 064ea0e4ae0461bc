// Ours: independent bits of any probability, for as many random words as the decision takes. It
// wins where few particles can react, and takes a p or d of any digits.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

REGISTER_VARIANT(problem, {device_variant({.id = "lazy_bits",
                                           .base = "multispin",
                                           .work = work_of,
                                           .prepare =
                                               [](const pcpd::problem& problem,
                                                  const retime::point& tuning) {
                                                 return compiled<lfsr113, lazy_masks>::prepare(
                                                     "lazy_bits", problem, tuning);
                                               }},
                                          {.generators = {"lfsr113"}, .printed_masks = false})});

}  // namespace pcpd
