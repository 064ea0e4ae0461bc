// A piece of a field in the registers of a block: row after row, `Rows` of them in each warp.
#pragma once

#include <cstddef>

#include "kernels/cahn_hilliard/potential_form.h"
#include "kernels/cahn_hilliard/row.cuh"
#include "kernels/device/device.h"

namespace cahn_hilliard {

/// The rows of a warp, the part of one lane.
template <class Real, int Cells, int Rows>
struct rows_of_warp {
  row<Real, Cells> at[Rows];
};

/// Hands the outermost rows of every warp to the warps above and below.
template <class Real, int Cells>
class warp_edges {
 public:
  using row = cahn_hilliard::row<Real, Cells>;
  static constexpr std::size_t rows_for(unsigned warps) { return std::size_t{4} * warps * 32; }

  __device__ __forceinline__ explicit warp_edges(device::span<row> shared) : shared_(shared) {}

  /// All threads of the block call it together. What lies beyond the block's first and last row
  /// comes out as any row.
  __device__ __forceinline__ void exchange(const row& first, const row& last, row& above,
                                           row& below) {
    const unsigned warp = threadIdx.y;
    shared_[place(warp, 0)] = first;
    shared_[place(warp, 1)] = last;
    __syncthreads();
    above = shared_[place(warp > 0 ? warp - 1 : warp, 1)];
    below = shared_[place(warp + 1 < blockDim.y ? warp + 1 : warp, 0)];
    turn_ = 1 - turn_;  // who writes there next has seen all others come to the next barrier
  }

 private:
  __device__ __forceinline__ unsigned place(unsigned warp, unsigned which) const {
    return ((turn_ * blockDim.y + warp) * 2 + which) * 32 + threadIdx.x;
  }

  device::span<row> shared_;
  unsigned turn_ = 0;
};

/// A pass over all rows of the block, in the order of potential_form.h: phi's stencil added to
/// `base`. What comes out is wrong in the two outermost rows and columns of the block, and in as
/// many more as phi is.
template <class Real, int Cells, int Rows>
__device__ __forceinline__ rows_of_warp<Real, Cells, Rows> passed(
    const rows_of_warp<Real, Cells, Rows>& phi, const rows_of_warp<Real, Cells, Rows>& base,
    const coefficients<Real>& p, warp_edges<Real, Cells>& edges) {
  rows_of_warp<Real, Cells, Rows> mu, out;
  row<Real, Cells> above, below;
  const auto sum_near = [&](const rows_of_warp<Real, Cells, Rows>& rows, auto use) {
    edges.exchange(rows.at[0], rows.at[Rows - 1], above, below);
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      const wider_row<Real, Cells, 1> here(rows.at[r]);
      const row<Real, Cells>& north = r > 0 ? rows.at[r - 1] : above;
      const row<Real, Cells>& south = r < Rows - 1 ? rows.at[r + 1] : below;
#pragma unroll
      for (int c = 0; c < Cells; ++c)
        use(r, c, (here[c - 1] + here[c + 1]) + (north.cell[c] + south.cell[c]));
    }
  };
  sum_near(phi, [&](int r, int c, Real near) {
    mu.at[r].cell[c] = potential_of<4>(p, phi.at[r].cell[c], near);
  });
  sum_near(mu, [&](int r, int c, Real near) {
    out.at[r].cell[c] = stepped<4>(p, base.at[r].cell[c], mu.at[r].cell[c], near);
  });
  return out;
}

}  // namespace cahn_hilliard
