// All steps of a run in one launch: every block keeps a tile of the field in its registers, and
// reads and writes no more than the tile's border from one step to the next. What a step costs
// beyond its arithmetic is then one exchange of borders through the cache, where a launch a pass
// costs a launch, a read and a write of the whole field. It takes a GPU that holds the field: all
// tiles at once.
//
// Equals, for each step:
//   for each cell: middle = phi + (half a step of the stencil of phi around it)
//   for each cell: phi = phi + (a step of the stencil of middle around it)
//
// A tile is computed with a halo as wide as the stencils of the whole step reach, so that blocks
// meet once a step. They hand each other cells that are stamped with their step. Two arrays of
// these take turns: who writes there again has had the step after from all around, who so have
// read.
#pragma once

#include "kernels/cahn_hilliard/block_of_rows.cuh"
#include "kernels/cahn_hilliard/lattice.h"
#include "kernels/cahn_hilliard/marching_step.cuh"
#include "kernels/cahn_hilliard/tile_grid.h"
#include "kernels/device/resident.h"

namespace cahn_hilliard {

/// Of a block whose warps hold so many rows: as many as leave their threads enough registers. Each
/// quarter of a multiprocessor has 512 for each of its lanes.
constexpr int most_warps(int rows) { return rows <= 2 ? 32 : rows <= 4 ? 20 : rows <= 6 ? 16 : 12; }

/// Which of a lane's cells are whose, and where they lie in the field.
template <class Real, int Cells, int Rows>
class tile_border {
 public:
  __device__ __forceinline__ tile_border(const tile_grid& tiles, const lattice& l, int reach) {
    const auto columns = tiles.columns(static_cast<int>(blockIdx.x));
    const auto rows = tiles.rows(static_cast<int>(blockIdx.y));
    const int outer_lanes = (reach + Cells - 1) / Cells;
    const int x = columns.begin + (static_cast<int>(threadIdx.x) - outer_lanes) * Cells;
    const int y = rows.begin - reach + static_cast<int>(threadIdx.y) * Rows;
#pragma unroll
    for (int c = 0; c < Cells; ++c) column_[c] = l.repeated(x + c);
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      line_[r] = static_cast<int>(l.row(l.repeated(y + r)));
#pragma unroll
      for (int c = 0; c < Cells; ++c) {
        const bool own_column = columns.has(x + c), own_row = rows.has(y + r),
                   own = own_column && own_row;
        const bool at_border = columns.borders(x + c, reach) || rows.borders(y + r, reach);
        const bool beside = columns.surrounds(x + c, reach), over = rows.surrounds(y + r, reach);
        const bool around = (beside && (over || own_row)) || (over && own_column);
        const auto mark = [&](unsigned& cells, bool belongs) {
          cells |= unsigned{belongs} << (r * Cells + c);
        };
        mark(own_, own);
        mark(border_, own && at_border);
        mark(halo_, around);
      }
    }
  }

  /// Calls use(r, c, index in the field) for the tile's own cells and those around it; for its own;
  /// for its own that other tiles read; for those of others that it reads.
  template <class Use>
  __device__ __forceinline__ void for_all(Use use) const {
    for_each(own_ | halo_, use);
  }
  template <class Use>
  __device__ __forceinline__ void for_own(Use use) const {
    for_each(own_, use);
  }
  template <class Use>
  __device__ __forceinline__ void for_border(Use use) const {
    for_each(border_, use);
  }
  template <class Use>
  __device__ __forceinline__ void for_halo(Use use) const {
    for_each(halo_, use);
  }

 private:
  static_assert(Rows * Cells <= 32);

  template <class Use>
  __device__ __forceinline__ void for_each(unsigned cells, Use use) const {
    constexpr unsigned whole_row = (1U << Cells) - 1;
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      const unsigned of_row = cells >> r * Cells & whole_row;
      if (of_row == 0) continue;
      if (of_row == whole_row) {  // as a rule: one branch for all of them
#pragma unroll
        for (int c = 0; c < Cells; ++c) use(r, c, line_[r] + column_[c]);
      } else {
#pragma unroll
        for (int c = 0; c < Cells; ++c) {
          if ((of_row >> c & 1U) != 0) use(r, c, line_[r] + column_[c]);
        }
      }
    }
  }

  int column_[Cells], line_[Rows];
  unsigned own_ = 0, border_ = 0, halo_ = 0;  ///< a bit a cell: r * Cells + c
};

/// `sent`: two fields. Cells after step s have the stamp `begun` + s.
template <bool Midpoint, class Real, int Cells, int Rows>
__global__ void __launch_bounds__(32 * most_warps(Rows))
    resident_2d(device::span<const Real> in, device::span<Real> out,
                device::span<device::stamped<Real>> sent, lattice l, tile_grid tiles, int steps,
                unsigned begun, coefficients<Real> half, coefficients<Real> whole) {
  using row = cahn_hilliard::row<Real, Cells>;
  const tile_border<Real, Cells, Rows> tile(tiles, l, reach_of(Midpoint));
  warp_edges<Real, Cells> edges(
      device::dynamic_shared<row>(warp_edges<Real, Cells>::rows_for(blockDim.y)));

  rows_of_warp<Real, Cells, Rows> phi{};
  tile.for_all([&](int r, int c, int i) { phi.at[r].cell[c] = in[i]; });
  for (int s = 1;; ++s) {
    if constexpr (Midpoint)
      phi = passed(passed(phi, phi, half, edges), phi, whole, edges);
    else
      phi = passed(phi, phi, whole, edges);
    if (s == steps) break;

    const unsigned stamp = begun + static_cast<unsigned>(s);
    const std::size_t turn = (s % 2) * out.size();
    tile.for_border(
        [&](int r, int c, int i) { device::send(&sent[turn + i], phi.at[r].cell[c], stamp); });
    device::wait_until([&] {
      bool all = true;
      tile.for_halo([&](int r, int c, int i) {
        const device::stamped<Real>& cell = sent[turn + i];
        all = device::arrived(&cell, stamp, &phi.at[r].cell[c]) && all;
      });
      return all;
    });
  }
  tile.for_own([&](int r, int c, int i) { out[i] = phi.at[r].cell[c]; });
}

}  // namespace cahn_hilliard
