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
// meet once a step. Two arrays of borders take turns: who writes there again has seen that all
// around have come a step further, and so have read.
#pragma once

#include "kernels/cahn_hilliard/block_of_rows.cuh"
#include "kernels/cahn_hilliard/lattice.h"
#include "kernels/cahn_hilliard/marching_step.cuh"
#include "kernels/cahn_hilliard/tile_grid.h"
#include "kernels/device/resident.h"

namespace cahn_hilliard {

/// A block whose warps hold so many rows has at most as many warps as leave their threads enough
/// registers. Each quarter of a multiprocessor has 512 for each of its lanes.
constexpr int most_warps(int rows) { return rows <= 2 ? 32 : rows <= 4 ? 20 : rows <= 6 ? 16 : 12; }

/// Which of a lane's cells are whose, and where they lie in the field.
template <class Real, int Cells, int Rows>
class tile_border {
 public:
  __device__ __forceinline__ tile_border(const tile_grid& tiles, const lattice& l, int reach) {
    const auto columns = tiles.columns(static_cast<int>(blockIdx.x));
    const auto lines = tiles.rows(static_cast<int>(blockIdx.y));
    const int outer_lanes = (reach + Cells - 1) / Cells;
    const int x = columns.begin + (static_cast<int>(threadIdx.x) - outer_lanes) * Cells;
    const int y = lines.begin - reach + static_cast<int>(threadIdx.y) * Rows;
#pragma unroll
    for (int c = 0; c < Cells; ++c) column_[c] = l.repeated(x + c);
    // A mirror turns them round; tiles of another width than whole groups break them up.
    together_ = column_[0] % Cells == 0 && column_[Cells - 1] == column_[0] + Cells - 1;
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      line_[r] = static_cast<int>(l.row(l.repeated(y + r)));
#pragma unroll
      for (int c = 0; c < Cells; ++c) {
        const bool own_column = columns.has(x + c), own_row = lines.has(y + r),
                   own = own_column && own_row;
        const bool at_border = columns.borders(x + c, reach) || lines.borders(y + r, reach);
        const bool beside = columns.surrounds(x + c, reach), over = lines.surrounds(y + r, reach);
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

  using rows = rows_of_warp<Real, Cells, Rows>;

  /// The tile's own cells and those around it.
  __device__ __forceinline__ void load(rows& phi, device::span<const Real> source) const {
    for_each(
        own_ | halo_, [&](int r, int i) { phi.at[r] = *row_at(source, i); },
        [&](int r, int c, int i) { phi.at[r].cell[c] = source[i]; });
  }
  /// The cells around it, as others have published them.
  __device__ __forceinline__ void load_halo(rows& phi, device::span<const Real> source) const {
    for_each(
        halo_, [&](int r, int i) { phi.at[r] = device::read_published(row_at(source, i)); },
        [&](int r, int c, int i) { phi.at[r].cell[c] = device::read_published(&source[i]); });
  }
  __device__ __forceinline__ void store(const rows& phi, device::span<Real> to) const {
    store(own_, phi, to);
  }
  /// The tile's cells that others read.
  __device__ __forceinline__ void store_border(const rows& phi, device::span<Real> to) const {
    store(border_, phi, to);
  }

 private:
  static_assert(Rows * Cells <= 32);

  using row = cahn_hilliard::row<Real, Cells>;
  static __device__ __forceinline__ const row* row_at(device::span<const Real> cells, int i) {
    return reinterpret_cast<const row*>(&cells.subspan(i, Cells)[0]);
  }

  __device__ __forceinline__ void store(unsigned cells, const rows& phi,
                                        device::span<Real> to) const {
    for_each(
        cells, [&](int r, int i) { *reinterpret_cast<row*>(&to.subspan(i, Cells)[0]) = phi.at[r]; },
        [&](int r, int c, int i) { to[i] = phi.at[r].cell[c]; });
  }

  /// Calls whole(r, index in the field) for rows of a lane that lie together in memory, and
  /// single(r, c, index) for the cells of others.
  template <class Whole, class Single>
  __device__ __forceinline__ void for_each(unsigned cells, Whole whole, Single single) const {
    constexpr unsigned all = (1U << Cells) - 1;
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      const unsigned of_row = cells >> r * Cells & all;
      if (of_row == 0) continue;
      if (of_row == all && together_) {
        whole(r, line_[r] + column_[0]);
      } else {
#pragma unroll
        for (int c = 0; c < Cells; ++c) {
          if ((of_row >> c & 1U) != 0) single(r, c, line_[r] + column_[c]);
        }
      }
    }
  }

  int column_[Cells], line_[Rows];
  bool together_;
  unsigned own_ = 0, border_ = 0, halo_ = 0;  ///< a bit a cell: r * Cells + c
};

/// Waits until the eight blocks around have come to `step`.
__device__ __forceinline__ void wait_for_neighbours(const tile_grid& tiles,
                                                    device::span<const unsigned> come_to,
                                                    unsigned step) {
  const int thread = static_cast<int>(threadIdx.y * 32 + threadIdx.x);
  if (thread < 9) {
    const int i = static_cast<int>(blockIdx.x) + thread % 3 - 1;
    const int j = static_cast<int>(blockIdx.y) + thread / 3 - 1;
    device::wait_for(&come_to[tiles.number(i, j)], step);
  }
  __syncthreads();
}

/// `borders`: two fields. `come_to`: `begun` plus the steps that a tile has taken, for each.
template <bool Midpoint, class Real, int Cells, int Rows>
__global__ void __launch_bounds__(32 * most_warps(Rows))
    resident_2d(device::span<const Real> in, device::span<Real> out, device::span<Real> borders,
                device::span<unsigned> come_to, lattice l, tile_grid tiles, int steps,
                unsigned begun, coefficients<Real> half, coefficients<Real> whole) {
  using row = cahn_hilliard::row<Real, Cells>;
  const tile_border<Real, Cells, Rows> tile(tiles, l, reach_of(Midpoint));
  warp_edges<Real, Cells> edges(
      device::dynamic_shared<row>(warp_edges<Real, Cells>::rows_for(blockDim.y)));
  const int number = tiles.number(static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y));

  rows_of_warp<Real, Cells, Rows> phi{};
  tile.load(phi, in);
  for (int s = 1;; ++s) {
    if constexpr (Midpoint)
      phi = passed(passed(phi, phi, half, edges), phi, whole, edges);
    else
      phi = passed(phi, phi, whole, edges);
    if (s == steps) break;

    const unsigned now = begun + static_cast<unsigned>(s);
    const auto turn = borders.subspan(s % 2 * out.size(), out.size());
    tile.store_border(phi, turn);
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) device::publish(&come_to[number], now);
    wait_for_neighbours(tiles, come_to, now);
    tile.load_halo(phi, turn);
  }
  tile.store(phi, out);
}

}  // namespace cahn_hilliard
