// What a run gives: counts of every lattice along time, and how they were drawn.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/pcpd/layout.h"
#include "kernels/pcpd/master_equation.h"

namespace pcpd {

enum class generator_kind { own, lfsr113, well512, philox, philox7, mwc64x };

enum class mask_kind { printed, digits, lazy };                ///< masks.h
enum class site_choice { per_lattice, per_warp, per_thread };  ///< sites.h

/// How a variant draws, so far as its lattices depend on it: replay.h repeats it site by site.
struct recipe {
  pcpd::layout layout{};
  generator_kind generator = generator_kind::own;
  int words = 1;  ///< words of the lattice that a thread updates, and draws for, together
  mask_kind masks = mask_kind::printed;
  site_choice sites = site_choice::per_lattice;
  int draw = 0;  ///< which of the independent runs of one seed this is
};

/// A mean over independent lattices and its standard error, 0 for a single one.
struct estimate {
  double value = 0, error = 0;
};

struct outcome {
  std::vector<int> times{};
  /// [time][lattice]: occupied sites, and pairs of neighbours that are both occupied.
  std::vector<std::uint32_t> particles{}, pairs{};
  std::vector<estimate> density{}, pair_density{};  ///< at each time
  int lattices = 0;
  /// At the end, lattice after lattice, in the layout of `drawn`.
  std::vector<std::uint32_t> words{};
  recipe drawn{};
  /// Site after site (Algorithm 1), not in words: there is nothing to replay.
  bool sequential = false;
  /// Of the reference alone: what the densities are at times 1, 2, ...
  std::vector<exact_densities> exact{};
};

/// Fills in density and pair_density from the counts. `length`: sites of a lattice.
void estimate_densities(outcome&, std::int64_t length);

}  // namespace pcpd
