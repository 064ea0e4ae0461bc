// Ours: a counter-based generator, Philox of seven rounds: no state to advance but a number,
// multiplications in place of shifts. It wins where the generator's instructions bound the steps.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

REGISTER_VARIANT(problem, {device_variant({.id = "counter_generator",
                                           .base = "multispin",
                                           .work = work_of,
                                           .prepare =
                                               [](const pcpd::problem& problem,
                                                  const retime::point& tuning) {
                                                 return compiled<philox<7>, printed_masks>::prepare(
                                                     "counter_generator", problem, tuning);
                                               }},
                                          {.generators = {"philox7"}})});

}  // namespace pcpd
