// Ours, combined: the lattice in shared memory, several words a thread, a site a warp, p by digits,
// and the cheapest generator.
#include "variants/pcpd/runner.cuh"

namespace pcpd {
namespace {

runner prepare(const problem& problem, const retime::point& tuning) {
  return words_per_thread.dispatch(tuning, [&]<int Words>() {
    return compiled<mwc64x, digit_masks, Words, site_choice::per_warp, true>::prepare(
        "ours", problem, tuning);
  });
}

}  // namespace

REGISTER_VARIANT(problem, {device_variant({.id = "ours",
                                           .base = "multispin",
                                           .axes = {words_per_thread.axis()},
                                           .work = work_of,
                                           .prepare = prepare},
                                          {.generators = {"mwc64x"},
                                           .printed_masks = false,
                                           .common_site = false,
                                           .in_shared_memory = true})});

}  // namespace pcpd
