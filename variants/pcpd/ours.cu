// Ours, combined: the lattice in shared memory, several words a thread, a site a warp, p by digits,
// and the cheapest generator.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

struct ours : printed_program {
  using generators = drawn_from<mwc64x>;
  using masks = digit_masks;
  static constexpr site_choice sites = site_choice::per_warp;
  static constexpr bool shared = true, several_words_a_thread = true;
};

REGISTER_VARIANT(problem, {device_variant<ours>("ours")});

}  // namespace pcpd
