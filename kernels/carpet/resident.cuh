// All steps of a walk in one launch. The loop:
//
//   for s = first .. last:
//     for y, x with |x|+|y| <= s, of accessible sites:
//       p[s][y][x] = (p[s-1][y][x-1] + p[s-1][y][x+1] + p[s-1][y-1][x] + p[s-1][y+1][x]
//                     + (4 - n) p[s-1][y][x]) / 4
//
// A short walk is over before its launches are: a step of the diamond takes less than a launch.
// Here every block keeps a tile of p in its registers for the whole walk. It computes `every` steps
// on its own, with a halo as wide, and then exchanges borders with the tiles around. Two arrays of
// borders take turns: who writes there again has seen that all around have come an exchange
// further, and so have read. Where p is 0 all over a tile and its halo, as it is at first on all
// but the tiles of the start, there is nothing to compute and, the third time, nothing to write.
#pragma once

#include <cstddef>

#include "kernels/carpet/plane.h"
#include "kernels/carpet/strip_rows.cuh"
#include "kernels/carpet/tiles_within.h"
#include "kernels/device/resident.h"
#include "kernels/support/warp_edges.cuh"

namespace carpet {

inline constexpr int most_resident_warps = 16;

/// Steps first..last of the walk, `every` of them between exchanges, at most `halo`.
struct resident_steps {
  int first, last, every, halo;
};

/// A lane's sites of a tile, row after row: p, what Eq. (1) takes from the carpet, and whose they
/// are.
template <class Real, int Sites, int Rows>
class resident_sites {
 public:
  using row = tile_row<Real, Sites>;

  __device__ __forceinline__ resident_sites(device::span<const unsigned char> all_stays,
                                            const plane_shape& plane, const window& reach,
                                            const tile_within& tile, int halo) {
    const int columns = 32 * Sites, rows = static_cast<int>(blockDim.y) * Rows;
    const int column = static_cast<int>(threadIdx.x) * Sites;
    const int line = static_cast<int>(threadIdx.y) * Rows;
    x_ = tile.x - halo + column;
    y_ = tile.y - halo + line;
    first_ = plane.at(x_, y_);
    pitch_ = plane.pitch;
    // 0 and 2 are the halo's, 1 is the tile's own, of which `depth` sites are others' halo.
    const auto part = [](int i, int extent, int depth) {
      return i < depth ? 0 : i < extent - depth ? 1 : 2;
    };
    const auto within = [](int i, int least, int most) { return i >= least && i <= most; };
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
#pragma unroll
      for (int v = 0; v < Sites; ++v) {
        const int across = part(column + v, columns, halo), down = part(line + r, rows, halo);
        const bool own = across == 1 && down == 1;
        const bool inside =
            part(column + v, columns, 2 * halo) == 1 && part(line + r, rows, 2 * halo) == 1;
        const bool on_plane =
            within(x_ + v, reach.x_min, reach.x_max) && within(y_ + r, reach.y_min, reach.y_max);
        mark(own_, r, v, on_plane && own);
        mark(border_, r, v, on_plane && own && !inside);
        mark(halo_, r, v, on_plane && !own && tile.around[3 * down + across] >= 0);
        const unsigned stays = on_plane ? all_stays[index(r, v)] : inaccessible;
        weights_[r].stays[v] = static_cast<Real>(stays);
        weights_[r].share[v] = stays < inaccessible ? Real{0.25} : Real{0};
      }
    }
  }

  /// p before the first step of a walk, Eq. (2).
  __device__ __forceinline__ void start() {
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
#pragma unroll
      for (int v = 0; v < Sites; ++v) p_[r].p[v] = x_ + v == 0 && y_ + r == 0 ? Real{1} : Real{0};
    }
  }
  /// The tile's own sites and those around it.
  __device__ __forceinline__ void load(device::span<const Real> from) {
    for_each(
        own_ | halo_, [&](int r, int i) { p_[r] = *row_at(from, i); },
        [&](int r, int v, int i) { p_[r].p[v] = from[i]; });
  }
  /// Those that others have published.
  __device__ __forceinline__ void load_halo(device::span<const Real> from) {
    for_each(
        halo_, [&](int r, int i) { p_[r] = device::read_published(row_at(from, i)); },
        [&](int r, int v, int i) { p_[r].p[v] = device::read_published(&from[i]); });
  }
  __device__ __forceinline__ void store(device::span<Real> to) const { store(own_, to); }
  /// Those that others read.
  __device__ __forceinline__ void store_border(device::span<Real> to) const { store(border_, to); }

  __device__ __forceinline__ bool any() const {
    bool some = false;
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
#pragma unroll
      for (int v = 0; v < Sites; ++v) some = some || p_[r].p[v] != 0;
    }
    return some;
  }

  /// A step. The outermost sites of the block become wrong, one more at every step.
  __device__ __forceinline__ void step(retime::warp_edges<row>& edges) {
    row above, below, later[Rows];
    edges.send(p_[0], p_[Rows - 1]);
#pragma unroll
    for (int r = 1; r < Rows - 1; ++r) later[r] = next(r, p_[r - 1], p_[r + 1]);
    edges.receive(above, below);
    later[0] = next(0, above, p_[1]);
    later[Rows - 1] = next(Rows - 1, p_[Rows - 2], below);
#pragma unroll
    for (int r = 0; r < Rows; ++r) p_[r] = later[r];
  }

 private:
  static_assert(Rows > 1 && Rows * Sites <= 32);

  /// Row r a step later.
  __device__ __forceinline__ row next(int r, const row& above, const row& below) const {
    const row& here = p_[r];
    const Real left = __shfl_up_sync(~0U, here.p[Sites - 1], 1);
    const Real right = __shfl_down_sync(~0U, here.p[0], 1);
    row later;
#pragma unroll
    for (int v = 0; v < Sites; ++v) {
      const Real sum = (v > 0 ? here.p[v - 1] : left) + (v < Sites - 1 ? here.p[v + 1] : right) +
                       above.p[v] + below.p[v];
      later.p[v] = updated_by_share(sum, weights_[r].stays[v], here.p[v], weights_[r].share[v]);
    }
    return later;
  }

  __device__ __forceinline__ int index(int r, int v) const { return first_ + r * pitch_ + v; }
  static __device__ __forceinline__ void mark(unsigned& sites, int r, int v, bool belongs) {
    sites |= unsigned{belongs} << (r * Sites + v);
  }
  static __device__ __forceinline__ const row* row_at(device::span<const Real> sites, int i) {
    return reinterpret_cast<const row*>(&sites.subspan(i, Sites)[0]);
  }

  __device__ __forceinline__ void store(unsigned sites, device::span<Real> to) const {
    for_each(
        sites, [&](int r, int i) { store_row(to, i, p_[r]); },
        [&](int r, int v, int i) { to[i] = p_[r].p[v]; });
  }

  /// Calls whole(r, index in the plane) for rows of a lane, and single(r, v, index) for the sites
  /// of those of which not all are wanted or that begin where no row can be read at once.
  template <class Whole, class Single>
  __device__ __forceinline__ void for_each(unsigned sites, Whole whole, Single single) const {
    constexpr unsigned all = (1U << Sites) - 1;
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      const unsigned of_row = sites >> r * Sites & all;
      if (of_row == 0) continue;
      if (of_row == all && first_ % Sites == 0) {
        whole(r, index(r, 0));
      } else {
#pragma unroll
        for (int v = 0; v < Sites; ++v) {
          if ((of_row >> v & 1U) != 0) single(r, v, index(r, v));
        }
      }
    }
  }

  row p_[Rows]{};
  site_weights<Real, Sites> weights_[Rows];
  int x_, y_, first_, pitch_;
  unsigned own_ = 0, border_ = 0, halo_ = 0;  ///< a bit a site: r * Sites + v
};

/// `borders`: two arrays like `in`. `come_to`: of each tile `begun` plus the exchanges that it has
/// come to.
template <class Real, int Sites, int Rows>
__global__ void __launch_bounds__(32 * most_resident_warps, Rows* Sites <= 8 ? 2 : 1)
    resident(device::span<const Real> in, device::span<Real> out, device::span<Real> borders,
             device::span<const unsigned char> stays, device::span<const tile_within> tiles,
             device::span<unsigned> come_to, plane_shape plane, window reach, resident_steps steps,
             unsigned begun) {
  using row = tile_row<Real, Sites>;
  const tile_within& tile = tiles[blockIdx.x];
  const int thread = static_cast<int>(threadIdx.y * 32 + threadIdx.x);
  retime::warp_edges<row> edges(
      device::dynamic_shared<row>(retime::warp_edges<row>::rows_for(blockDim.y)));
  resident_sites<Real, Sites, Rows> sites(stays, plane, reach, tile, steps.halo);
  if (steps.first == 1)
    sites.start();
  else
    sites.load(in);

  int empty = 0;  // exchanges, one after the other, at which nothing but 0 was written
  unsigned exchange = begun;
  for (int s = steps.first;; s += steps.every) {
    const bool some = __syncthreads_or(sites.any());
    const int end = min(s + steps.every, steps.last + 1);
    for (int t = s; some && t < end; ++t) sites.step(edges);
    if (end > steps.last) break;

    ++exchange;
    const auto turn = borders.subspan(exchange % 2 * out.size(), out.size());
    if (some || empty < 2) sites.store_border(turn);
    empty = some ? 0 : empty + 1;
    __syncthreads();
    if (thread == 0) device::publish(&come_to[blockIdx.x], exchange);
    if (thread < 9 && tile.around[thread] >= 0)
      device::wait_for(&come_to[tile.around[thread]], exchange);
    __syncthreads();
    sites.load_halo(turn);
  }
  sites.store(out);
}

}  // namespace carpet
