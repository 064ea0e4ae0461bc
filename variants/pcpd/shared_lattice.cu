// Ours: the lattice in shared memory while the kernel runs. It wins where global memory's latency
// or bandwidth is what the steps wait for.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

REGISTER_VARIANT(
    problem,
    {device_variant(
        {.id = "shared_lattice",
         .base = "multispin",
         .work = work_of,
         .prepare =
             [](const pcpd::problem& problem, const retime::point& tuning) {
               return compiled<lfsr113, printed_masks, 1, site_choice::per_lattice, true>::prepare(
                   "shared_lattice", problem, tuning);
             }},
        {.generators = {"lfsr113"}, .in_shared_memory = true})});

}  // namespace pcpd
