// All steps of a walk in one launch. The loop:
//
//   for s = first .. last:
//     for y, x with |x|+|y| <= s, of accessible sites:
//       p[s][y][x] = (p[s-1][y][x-1] + p[s-1][y][x+1] + p[s-1][y-1][x] + p[s-1][y+1][x]
//                     + (4 - n) p[s-1][y][x]) / 4
//
// A short walk is over before its launches are: a step of the diamond takes less than a launch.
// Here every block keeps a tile of p in its registers for the whole walk. It computes `every` steps
// on its own, with a halo as wide, and then exchanges borders with the tiles around: two arrays of
// borders take turns, and who writes there again has seen that all around have come an exchange
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
    const int width = 32 * Sites - 2 * halo,
              height = static_cast<int>(blockDim.y) * Rows - 2 * halo;
    x_ = tile.x - halo + static_cast<int>(threadIdx.x) * Sites;
    y_ = tile.y - halo + static_cast<int>(threadIdx.y) * Rows;
    first_ = plane.at(x_, y_);
    pitch_ = plane.pitch;
    const auto within = [](int i, int first, int count) { return i >= first && i < first + count; };
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
#pragma unroll
      for (int v = 0; v < Sites; ++v) {
        const int x = x_ + v, y = y_ + r;
        const bool on_plane = within(x, reach.x_min, static_cast<int>(reach.width())) &&
                              within(y, reach.y_min, static_cast<int>(reach.height()));
        const bool own = within(x, tile.x, width) && within(y, tile.y, height);
        const bool inside = within(x, tile.x + halo, width - 2 * halo) &&
                            within(y, tile.y + halo, height - 2 * halo);
        mark(own_, r, v, on_plane && own);
        mark(border_, r, v, on_plane && own && !inside);
        mark(halo_, r, v, on_plane && !own);
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
  __device__ __forceinline__ void load_all(device::span<const Real> from) {
    for_each(own_ | halo_, [&](int r, int v, int i) { p_[r].p[v] = from[i]; });
  }
  __device__ __forceinline__ void load_halo(device::span<const Real> from, std::size_t begin) {
    for_each(halo_, [&](int r, int v, int i) { p_[r].p[v] = __ldcg(&from[begin + i]); });
  }
  __device__ __forceinline__ void store_border(device::span<Real> to, std::size_t begin) const {
    for_each(border_, [&](int r, int v, int i) { to[begin + i] = p_[r].p[v]; });
  }
  __device__ __forceinline__ void store_own(device::span<Real> to) const {
    for_each(own_, [&](int r, int v, int i) { to[i] = p_[r].p[v]; });
  }

  __device__ __forceinline__ bool any() const {
    bool some = false;
    for_each(own_ | halo_, [&](int r, int v, int) { some = some || p_[r].p[v] != 0; });
    return some;
  }

  /// A step. The outermost sites of the block become wrong, one more at every step.
  __device__ __forceinline__ void step(retime::warp_edges<row>& edges) {
    row above, below;
    edges.exchange(p_[0], p_[Rows - 1], above, below);
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
      const row here = p_[r], &under = r < Rows - 1 ? p_[r + 1] : below;
      const Real left = __shfl_up_sync(~0U, here.p[Sites - 1], 1);
      const Real right = __shfl_down_sync(~0U, here.p[0], 1);
#pragma unroll
      for (int v = 0; v < Sites; ++v) {
        const Real sum = (v > 0 ? here.p[v - 1] : left) + (v < Sites - 1 ? here.p[v + 1] : right) +
                         above.p[v] + under.p[v];
        p_[r].p[v] = updated_by_share(sum, weights_[r].stays[v], here.p[v], weights_[r].share[v]);
      }
      above = here;
    }
  }

 private:
  static_assert(Rows * Sites <= 32);

  __device__ __forceinline__ int index(int r, int v) const { return first_ + r * pitch_ + v; }
  static __device__ __forceinline__ void mark(unsigned& sites, int r, int v, bool belongs) {
    sites |= unsigned{belongs} << (r * Sites + v);
  }
  template <class Use>
  __device__ __forceinline__ void for_each(unsigned sites, Use use) const {
#pragma unroll
    for (int r = 0; r < Rows; ++r) {
#pragma unroll
      for (int v = 0; v < Sites; ++v) {
        if ((sites >> (r * Sites + v) & 1U) != 0) use(r, v, index(r, v));
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
__global__ void __launch_bounds__(32 * most_resident_warps)
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
    sites.load_all(in);

  int empty = 0;  // exchanges, one after the other, at which nothing but 0 was written
  unsigned exchange = begun;
  for (int s = steps.first;; s += steps.every) {
    const bool some = __syncthreads_or(sites.any());
    const int end = min(s + steps.every, steps.last + 1);
    for (int t = s; some && t < end; ++t) sites.step(edges);
    if (end > steps.last) break;

    ++exchange;
    const std::size_t turn = exchange % 2 * out.size();
    if (some || empty < 2) sites.store_border(borders, turn);
    empty = some ? 0 : empty + 1;
    __syncthreads();
    if (thread == 0) device::publish(&come_to[blockIdx.x], exchange);
    if (thread < 9 && tile.around[thread] >= 0)
      device::wait_for(&come_to[tile.around[thread]], exchange);
    __syncthreads();
    sites.load_halo(borders, turn);
  }
  sites.store_own(out);
}

}  // namespace carpet
