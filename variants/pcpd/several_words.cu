// Ours: several words of the lattice a thread. It wins where addresses, barriers and the choice of
// the site take a share of the instructions: a thread pays for them once.
#include "variants/pcpd/runner.cuh"

namespace pcpd {
namespace {

runner prepare(const problem& problem, const retime::point& tuning) {
  return words_per_thread.dispatch(tuning, [&]<int Words>() {
    return compiled<lfsr113, printed_masks, Words>::prepare("several_words", problem, tuning);
  });
}

}  // namespace

REGISTER_VARIANT(problem, {device_variant({.id = "several_words",
                                           .base = "multispin",
                                           .axes = {words_per_thread.axis()},
                                           .work = work_of,
                                           .prepare = prepare},
                                          {.generators = {"lfsr113"}})});

}  // namespace pcpd
