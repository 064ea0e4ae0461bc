// Kernel A (Leist et al. 2009, Sect. 3.1.6, Listing 6) in 2-D: every thread reads its 13 cells from
// global memory.
#pragma once

#include "kernels/cahn_hilliard/pass.cuh"

namespace cahn_hilliard {

/// The stencil around (x, y), anywhere: neighbours' places are worked out. A field of 2-D has fewer
/// than 2^31 cells.
template <class Real>
__device__ __forceinline__ cells_2d<Real> cells_anywhere(device::span<const Real> in,
                                                         const lattice& l, int x, int y) {
  const auto columns = l.around(x), rows = l.around(y);
  const auto at = [&](int dx, int dy) {
    return in[static_cast<unsigned>(rows[dy + 2] * l.pitch + columns[dx + 2])];
  };
  return cells_around<Real>(at);
}

/// The stencil around cell i, at least two cells from every edge: neighbours lie at fixed
/// distances.
template <class Real>
__device__ __forceinline__ cells_2d<Real> cells_inside(device::span<const Real> in, std::size_t i,
                                                       std::size_t pitch) {
  return {in[i],
          {in[i - 1], in[i + 1], in[i - pitch], in[i + pitch]},
          {in[i - pitch - 1], in[i + pitch + 1], in[i - pitch + 1], in[i + pitch - 1]},
          {in[i - 2], in[i + 2], in[i - 2 * pitch], in[i + 2 * pitch]}};
}

/// Equals: for each cell: out = base + change(stencil of in around it).
///
/// A thread takes Cells consecutive cells of a column, whose stencils overlap, and inside the field
/// finds neighbours at fixed distances; Cells = 1 is the printed kernel, where every thread works
/// its neighbours' places out. Midpoint: the second pass of RK2, whose base is not its input; base
/// and out may then be one field, and all of a thread's base cells are read before its first write.
template <class Real, int Cells, bool Midpoint>
__global__ void global_step_2d(device::span<const Real> in, device::span<const Real> base,
                               device::span<Real> out, lattice l, coefficients<Real> p) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y) * Cells;
  if (x >= l.n || y >= l.n) return;
  if (Cells > 1 && x >= 2 && x < l.n - 2 && y >= 2 && y + Cells - 1 < l.n - 2) {
    const std::size_t pitch = static_cast<std::size_t>(l.pitch), first = l.row(y) + x;
    Real result[Cells];
#pragma unroll
    for (int c = 0; c < Cells; ++c) {
      const cells_2d<Real> cells = cells_inside(in, first + c * pitch, pitch);
      result[c] = (Midpoint ? base[first + c * pitch] : cells.centre) + change(p, cells);
    }
#pragma unroll
    for (int c = 0; c < Cells; ++c) out[first + c * pitch] = result[c];
  } else {
    for (int c = 0; c < Cells && y + c < l.n; ++c) {
      const cells_2d<Real> cells = cells_anywhere(in, l, x, y + c);
      const std::size_t i = l.row(y + c) + x;
      out[i] = (Midpoint ? base[i] : cells.centre) + change(p, cells);
    }
  }
}

template <class Real, int Cells>
struct global_2d : kernel_traits<Real> {
  static constexpr const char* name = "global_step_2d";
  static auto instance(const pass_plan&, bool midpoint) {
    return midpoint ? global_step_2d<Real, Cells, true> : global_step_2d<Real, Cells, false>;
  }
};

}  // namespace cahn_hilliard
