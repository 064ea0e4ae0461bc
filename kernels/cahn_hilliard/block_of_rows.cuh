// A piece of a field in the registers of a block: row after row, `Rows` of them in each warp.
#pragma once

#include "kernels/cahn_hilliard/potential_form.h"
#include "kernels/cahn_hilliard/row.cuh"
#include "kernels/support/warp_edges.cuh"

namespace cahn_hilliard {

/// The rows of a warp, the part of one lane.
template <class Real, int Cells, int Rows>
struct rows_of_warp {
  row<Real, Cells> at[Rows];
};

template <class Real, int Cells>
using warp_edges = retime::warp_edges<row<Real, Cells>>;

/// Calls use(r, c, sum of the four neighbours) for each cell, the rows first that need no other
/// warp.
template <class Real, int Cells, int Rows, class Use>
__device__ __forceinline__ void for_each_sum_near(const rows_of_warp<Real, Cells, Rows>& rows,
                                                  warp_edges<Real, Cells>& edges, Use use) {
  using row = cahn_hilliard::row<Real, Cells>;
  const auto of_row = [&](int r, const row& north, const row& south) {
    const wider_row<Real, Cells> here(rows.at[r]);
#pragma unroll
    for (int c = 0; c < Cells; ++c)
      use(r, c, (here[c - 1] + here[c + 1]) + (north.cell[c] + south.cell[c]));
  };
  edges.send(rows.at[0], rows.at[Rows - 1]);
#pragma unroll
  for (int r = 1; r < Rows - 1; ++r) of_row(r, rows.at[r - 1], rows.at[r + 1]);
  row above, below;
  edges.receive(above, below);
  of_row(0, above, rows.at[1]);
  of_row(Rows - 1, rows.at[Rows - 2], below);
}

/// A pass over all rows of the block, in the order of potential_form.h: phi's stencil added to
/// `base`. What comes out is wrong in the two outermost rows and columns of the block, and in as
/// many more as phi is.
template <class Real, int Cells, int Rows>
__device__ __forceinline__ rows_of_warp<Real, Cells, Rows> passed(
    const rows_of_warp<Real, Cells, Rows>& phi, const rows_of_warp<Real, Cells, Rows>& base,
    const coefficients<Real>& p, warp_edges<Real, Cells>& edges) {
  rows_of_warp<Real, Cells, Rows> mu, out;
  for_each_sum_near(phi, edges, [&](int r, int c, Real near) {
    mu.at[r].cell[c] = potential_of<4>(p, phi.at[r].cell[c], near);
  });
  for_each_sum_near(mu, edges, [&](int r, int c, Real near) {
    out.at[r].cell[c] = stepped<4>(p, base.at[r].cell[c], mu.at[r].cell[c], near);
  });
  return out;
}

}  // namespace cahn_hilliard
