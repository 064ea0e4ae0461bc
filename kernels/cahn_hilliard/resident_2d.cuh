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

/// Of a block whose warps hold so many rows: as many as leave their threads enough registers.
constexpr int most_warps(int rows) { return rows <= 2 ? 32 : rows <= 4 ? 22 : 11; }

/// Where a lane's cells lie: which of them it writes for others, and which it reads from them.
template <class Real, int Cells, int Rows>
class tile_border {
 public:
  __device__ __forceinline__ tile_border(const tile_grid& tiles, const lattice& l, int reach)
      : columns_(tiles.columns(static_cast<int>(blockIdx.x))),
        rows_(tiles.rows(static_cast<int>(blockIdx.y))),
        x_(columns_.begin - (reach + Cells - 1) / Cells * Cells +
           static_cast<int>(threadIdx.x) * Cells),
        y_(rows_.begin - reach + static_cast<int>(threadIdx.y) * Rows),
        reach_(reach) {
#pragma unroll
    for (int c = 0; c < Cells; ++c) column_[c] = l.repeated(x_ + c);
#pragma unroll
    for (int r = 0; r < Rows; ++r) line_[r] = static_cast<int>(l.row(l.repeated(y_ + r)));
  }

  /// Calls use(r, c, index in the field) for all cells, also those of the tiles around.
  template <class Use>
  __device__ __forceinline__ void for_all(Use use) const {
    for_each([](int, int) { return true; }, use);
  }
  /// For the tile's own.
  template <class Use>
  __device__ __forceinline__ void for_own(Use use) const {
    for_each([this](int x, int y) { return columns_.has(x) && rows_.has(y); }, use);
  }
  /// For the tile's own that other tiles read.
  template <class Use>
  __device__ __forceinline__ void for_border(Use use) const {
    for_each(
        [this](int x, int y) {
          return columns_.has(x) && rows_.has(y) &&
                 (columns_.borders(x, reach_) || rows_.borders(y, reach_));
        },
        use);
  }
  /// For those of other tiles that this one reads.
  template <class Use>
  __device__ __forceinline__ void for_halo(Use use) const {
    for_each(
        [this](int x, int y) {
          const bool beside = columns_.surrounds(x, reach_), over = rows_.surrounds(y, reach_);
          return (beside && (over || rows_.has(y))) || (over && columns_.has(x));
        },
        use);
  }

 private:
  template <class Where, class Use>
  __device__ __forceinline__ void for_each(Where where, Use use) const {
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
#pragma unroll
      for (int c = 0; c < Cells; ++c) {
        if (where(x_ + c, y_ + r)) use(r, c, line_[r] + column_[c]);
      }
    }
  }

  tile_grid::range columns_, rows_;
  int x_, y_, reach_;
  int column_[Cells], line_[Rows];
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

/// `borders`: two fields. `come_to`: of each tile `begun` plus the steps that it has taken.
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

  rows_of_warp<Real, Cells, Rows> phi;
  tile.for_all([&](int r, int c, int i) { phi.at[r].cell[c] = in[i]; });
  for (int s = 1;; ++s) {
    if constexpr (Midpoint)
      phi = passed(passed(phi, phi, half, edges), phi, whole, edges);
    else
      phi = passed(phi, phi, whole, edges);
    if (s == steps) break;

    const std::size_t turn = (s % 2) * out.size();
    tile.for_border([&](int r, int c, int i) { borders[turn + i] = phi.at[r].cell[c]; });
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0)
      device::publish(&come_to[number], begun + static_cast<unsigned>(s));
    wait_for_neighbours(tiles, come_to, begun + static_cast<unsigned>(s));
    const device::span<const Real> around = borders;
    tile.for_halo([&](int r, int c, int i) { phi.at[r].cell[c] = __ldcg(&around[turn + i]); });
  }
  tile.for_own([&](int r, int c, int i) { out[i] = phi.at[r].cell[c]; });
}

}  // namespace cahn_hilliard
