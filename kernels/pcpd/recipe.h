// How a variant draws, so far as its lattices depend on it: reference.h repeats it site by site.
#pragma once

#include "kernels/pcpd/layout.h"

namespace pcpd {

enum class generator_kind { own, lfsr113, well512, philox, philox7, mwc64x };  ///< generators.h
enum class mask_kind { printed, digits, lazy };                                ///< masks.h
enum class site_choice { drawn, per_lattice, per_warp, per_thread };           ///< sites.h

struct recipe {
  pcpd::layout layout{};
  generator_kind generator = generator_kind::own;
  int words = 1;  ///< words of the lattice that a thread updates, and draws for, together
  mask_kind masks = mask_kind::printed;
  site_choice sites = site_choice::per_lattice;
  int draw = 0;  ///< which of the independent runs of one seed this is
};

}  // namespace pcpd
