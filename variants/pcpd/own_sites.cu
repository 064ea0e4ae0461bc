// Ours: a site an item instead of one a lattice. It costs a random word a step and wins in
// precision: the sites of a lattice are no longer drawn together, so that its densities scatter
// less.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

REGISTER_VARIANT(
    problem,
    {device_variant(
        {.id = "own_sites",
         .base = "multispin",
         .work = work_of,
         .prepare =
             [](const pcpd::problem& problem, const retime::point& tuning) {
               return compiled<lfsr113, printed_masks, 1, site_choice::per_thread>::prepare(
                   "own_sites", problem, tuning);
             }},
        {.generators = {"lfsr113"}, .common_site = false})});

}  // namespace pcpd
