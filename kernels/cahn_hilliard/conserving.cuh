// Kernel A with the update of conserving.h, in 2-D and 3-D. The first pass of RK2 needs none: what
// it writes is not kept.
#pragma once

#include "kernels/cahn_hilliard/conserving.h"
#include "kernels/cahn_hilliard/global_2d.cuh"
#include "kernels/cahn_hilliard/step_3d.cuh"

namespace cahn_hilliard {

/// Equals: for each cell: {out, low} = add_carrying(base, low, change_by_fluxes(stencil of in
/// around it)). Cells and Midpoint: as global_step_2d.
template <class Real, int Cells, bool Midpoint>
__global__ void conserving_step_2d(device::span<const Real> in, device::span<const Real> base,
                                   device::span<Real> out, device::span<Real> low, lattice l,
                                   coefficients<Real> p) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y) * Cells;
  if (x >= l.n || y >= l.n) return;
  const auto result = [&](std::size_t i, const cells_2d<Real>& cells) {
    return add_carrying(Midpoint ? base[i] : cells.centre, low[i], change_by_fluxes(p, cells));
  };
  const auto write = [&](std::size_t i, const carried<Real>& cell) {
    out[i] = cell.phi;
    low[i] = cell.low;
  };
  if (x >= 2 && x < l.n - 2 && y >= 2 && y + Cells - 1 < l.n - 2) {
    const std::size_t pitch = static_cast<std::size_t>(l.pitch), first = l.row(y) + x;
    carried<Real> results[Cells];
#pragma unroll
    for (int c = 0; c < Cells; ++c)
      results[c] = result(first + c * pitch, cells_inside(in, first + c * pitch, pitch));
#pragma unroll
    for (int c = 0; c < Cells; ++c) write(first + c * pitch, results[c]);
  } else {
    for (int c = 0; c < Cells && y + c < l.n; ++c) {
      const std::size_t i = l.row(y + c) + x;
      write(i, result(i, cells_anywhere(in, l, x, y + c)));
    }
  }
}

/// As above in 3-D.
template <class Real, bool Midpoint>
__global__ void conserving_step_3d(device::span<const Real> in, device::span<const Real> base,
                                   device::span<Real> out, device::span<Real> low, lattice l,
                                   coefficients<Real> p) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y),
            z = static_cast<int>(blockIdx.z);
  if (x >= l.n || y >= l.n) return;
  const cells_3d<Real> cells = gather<Real>(l, x, y, z, [&](std::size_t i) { return in[i]; });
  const std::size_t i = l.row(y, z) + x;
  const carried<Real> cell =
      add_carrying(Midpoint ? base[i] : cells.centre, low[i], change_by_fluxes(p, cells));
  out[i] = cell.phi;
  low[i] = cell.low;
}

template <class Real, int Cells>
struct conserving_2d : kernel_traits<Real> {
  static constexpr const char* name = "conserving_step_2d";
  static auto instance(const pass_plan&, bool midpoint) {
    return midpoint ? conserving_step_2d<Real, Cells, true>
                    : conserving_step_2d<Real, Cells, false>;
  }
};

template <class Real>
struct conserving_3d : kernel_traits<Real> {
  static constexpr const char* name = "conserving_step_3d";
  static auto instance(const pass_plan&, bool midpoint) {
    return midpoint ? conserving_step_3d<Real, true> : conserving_step_3d<Real, false>;
  }
};

}  // namespace cahn_hilliard
