// What a run gives: counts of every lattice along time, and how they were drawn.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/pcpd/master_equation.h"
#include "kernels/pcpd/recipe.h"

namespace pcpd {

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

/// Adds the lattices of a part of the same run, which follow.
void append(outcome& all, const outcome& next, std::int64_t length);

/// Fills in density and pair_density from the counts. `length`: sites of a lattice.
void estimate_densities(outcome&, std::int64_t length);

}  // namespace pcpd
