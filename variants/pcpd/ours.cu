// Ours, combined: the lattice in shared memory, several words a thread, a site a warp, p by digits,
// and the cheapest generator.
#include "variants/pcpd/ours.h"
#include "variants/pcpd/runner.cuh"

namespace pcpd {

struct ours : printed_program {
  using generators = drawn_from<mwc64x>;
  using masks = digit_masks;
  static constexpr site_choice sites = site_choice::per_warp;
  static constexpr bool shared = true, several_words_a_thread = true;
};

retime::variant_form<problem> ours_form() { return device_variant<ours>("ours"); }

REGISTER_VARIANT(problem, {ours_form()});

}  // namespace pcpd
