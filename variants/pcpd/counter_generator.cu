// Ours: a counter-based generator, Philox of seven rounds. A block of it is four words, 28
// instructions where LFSR113 takes a hundred: it wins with four words a thread, and loses with one,
// which has to keep the block and to choose from it.
#include "variants/pcpd/runner.cuh"

namespace pcpd {
namespace {

runner prepare(const problem& problem, const retime::point& tuning) {
  return words_per_thread.dispatch(tuning, [&]<int Words>() {
    return compiled<philox<7>, printed_masks, Words>::prepare("counter_generator", problem, tuning);
  });
}

}  // namespace

REGISTER_VARIANT(problem, {device_variant({.id = "counter_generator",
                                           .base = "multispin",
                                           .axes = {words_per_thread.axis()},
                                           .work = work_of,
                                           .prepare = prepare},
                                          {.generators = {"philox7"}})});

}  // namespace pcpd
