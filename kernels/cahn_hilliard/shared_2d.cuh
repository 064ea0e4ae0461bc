// Kernel B (Leist et al. 2009, Sect. 3.1.7, Listing 7): global memory into a bordered tile of
// shared memory.
#pragma once

#include "kernels/cahn_hilliard/bordered_tile.h"

namespace cahn_hilliard {

/// Equals: for each cell: out = base + change(stencil of in around it). Midpoint: as
/// global_step_2d.
template <class Real, bool Guarded, bool Midpoint>
__global__ void shared_step_2d(device::span<const Real> in, device::span<const Real> base,
                               device::span<Real> out, lattice l, coefficients<Real> p) {
  bordered_step<Real, Guarded, Midpoint>([&](int x, int y) { return in[l.row(y) + x]; }, base, out,
                                         l, p);
}

template <class Real>
struct shared_2d : bordered_traits<Real> {
  static constexpr const char* name = "shared_step_2d";
  static auto instance(const pass_plan& plan, bool midpoint) {
    if (interiors_tile(plan))
      return midpoint ? shared_step_2d<Real, false, true> : shared_step_2d<Real, false, false>;
    return midpoint ? shared_step_2d<Real, true, true> : shared_step_2d<Real, true, false>;
  }
};

}  // namespace cahn_hilliard
