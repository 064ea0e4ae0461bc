// Ours, combined: the lattice in shared memory, lazy bits, a site a thread, several words a thread,
// and the cheapest generator.
#include "variants/pcpd/runner.cuh"

namespace pcpd {
namespace {

runner prepare(const problem& problem, const retime::point& tuning) {
  return words_per_thread.dispatch(tuning, [&]<int Words>() {
    if (problem.generator == generator_kind::philox7) {
      return compiled<philox<7>, lazy_masks, Words, true, true>::prepare("ours", problem, tuning);
    }
    return compiled<mwc64x, lazy_masks, Words, true, true>::prepare("ours", problem, tuning);
  });
}

}  // namespace

REGISTER_VARIANT(problem, {device_variant({.id = "ours",
                                           .base = "multispin",
                                           .axes = {words_per_thread.axis()},
                                           .work = work_of,
                                           .prepare = prepare},
                                          {.generators = {"mwc64x", "philox7"},
                                           .printed_masks = false,
                                           .own_sites = true,
                                           .in_shared_memory = true})});

}  // namespace pcpd
