// The cross-check of the random numbers (Sect. 3): the same program with four times the state.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

REGISTER_VARIANT(problem, {device_variant({.id = "multispin_well512",
                                           .paper = {"schram_2012", "GPU, WELL512"},
                                           .printed = {{"block", 64}},
                                           .base = "multispin",
                                           .work = work_of,
                                           .prepare =
                                               [](const pcpd::problem& problem,
                                                  const retime::point& tuning) {
                                                 return compiled<well512, printed_masks>::prepare(
                                                     "multispin_well512", problem, tuning);
                                               }},
                                          {.generators = {"well512"}})});

}  // namespace pcpd
