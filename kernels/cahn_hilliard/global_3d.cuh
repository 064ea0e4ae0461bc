// Kernel A in 3-D, of which the paper shows a run (Fig 1): 25 cells a thread from global memory.
#pragma once

#include "kernels/cahn_hilliard/gather_3d.h"
#include "kernels/cahn_hilliard/pass.cuh"

namespace cahn_hilliard {

/// Equals: for each cell: out = base + change(stencil of in around it). Midpoint: as
/// global_step_2d.
template <class Real, bool Midpoint>
__global__ void global_step_3d(device::span<const Real> in, device::span<const Real> base,
                               device::span<Real> out, lattice l, coefficients<Real> p) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y),
            z = static_cast<int>(blockIdx.z);
  if (x >= l.n || y >= l.n) return;
  const cells_3d<Real> cells = gather<Real>(l, x, y, z, [&](std::size_t i) { return in[i]; });
  const std::size_t i = l.row(y, z) + x;
  out[i] = (Midpoint ? base[i] : cells.centre) + change(p, cells);
}

template <class Real>
struct global_3d {
  using real = Real;
  static constexpr const char* name = "global_step_3d";
  static device::launch_shape shape(const pass_plan& plan) { return {grid_3d(plan), plan.block}; }
  static auto instance(const pass_plan&, bool midpoint) {
    return midpoint ? global_step_3d<Real, true> : global_step_3d<Real, false>;
  }
};

}  // namespace cahn_hilliard
