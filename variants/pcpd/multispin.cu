// Algorithm 2 as printed, with its corrections: words in global memory, LFSR113.
#include "variants/pcpd/runner.cuh"

namespace pcpd {
namespace {

runner prepare(const problem& problem, const retime::point& tuning) {
  const char* const name = "multispin";
  switch (problem.generator) {
    case generator_kind::philox:
      return compiled<curand_philox, printed_masks>::prepare(name, problem, tuning);
    case generator_kind::mwc64x:
      return compiled<mwc64x, printed_masks>::prepare(name, problem, tuning);
    default:
      return compiled<lfsr113, printed_masks>::prepare(name, problem, tuning);
  }
}

}  // namespace

REGISTER_VARIANT(problem, {device_variant({.id = "multispin",
                                           .paper = {"schram_2012", "GPU"},
                                           .printed = {{"block", 64}},
                                           .base = "cpu_scalar",
                                           .work = work_of,
                                           .prepare = prepare},
                                          {.generators = {"lfsr113", "philox", "mwc64x"}})});

}  // namespace pcpd
