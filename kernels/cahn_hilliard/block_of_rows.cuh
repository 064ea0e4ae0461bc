// A piece of a field in the registers of a block: row after row, `Rows` of them in each warp.
#pragma once

#include "kernels/cahn_hilliard/potential_form.h"
#include "kernels/cahn_hilliard/row.cuh"
#include "kernels/device/device.h"
#include "kernels/support/warp_edges.cuh"

namespace cahn_hilliard {

/// The rows of a warp, the part of one lane.
template <class Real, int Cells, int Rows>
struct rows_of_warp {
  row<Real, Cells> at[Rows];
};

template <class Real, int Cells>
using warp_edges = retime::warp_edges<row<Real, Cells>>;

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
