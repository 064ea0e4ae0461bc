// Ours: a site an item instead of one a lattice. It costs a random word a step and wins in
// precision: the sites of a lattice are no longer drawn together, so that its densities scatter
// less.
#include "variants/pcpd/runner.cuh"

namespace pcpd {

struct own_sites : printed_program {
  static constexpr site_choice sites = site_choice::per_thread;
};

REGISTER_VARIANT(problem, {device_variant<own_sites>("own_sites")});

}  // namespace pcpd
