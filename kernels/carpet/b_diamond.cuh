// Variant B (Hoffmann 2010, Sect. V-B, Fig. 8): threads only for the diamond |x|+|y| <= s that a
// walk of s steps can reach. The loop:
//
//   for i = 1 .. s^2 + (s+1)^2:
//     (x, y) = Eqs (4)-(7) of i and s
//     if old[y][x] >= 0:                 a negative probability marks an inaccessible site
//       sum = 0, n = 0
//       for (dx, dy) in (-1,0), (1,0), (0,-1), (0,1):
//         if old[y + dy][x + dx] >= 0: sum += old[y + dy][x + dx], n++
//       next[y][x] = (sum + (4 - n) * old[y][x]) / 4
#pragma once

#include "kernels/carpet/device_walk.cuh"
#include "kernels/carpet/tile.cuh"

namespace carpet {

// The numbering of the diamond |x|+|y| <= s, row by row from the top (Fig. 7, Eqs (4)-(7)).

/// Sites of the diamond; the numbers i go from 1 to this. Fits an int for s <= 32766.
__host__ __device__ constexpr int diamond_sites(int s) { return 2 * s * (s + 1) + 1; }

/// The smallest r with r * r >= j, exactly, from a root that is off by less than 0.018. The paper's
/// ceil(sqrt(j)) in single precision is wrong from j = 16777217 on, that is from s = 4096.
__host__ __device__ constexpr int ceil_root(int j, float root) {
  const int r = static_cast<int>(root + 0.02f);  // at most the wanted one, at least one less
  return r + (r * r < j);
}

struct diamond_site {
  int x, y;
};

/// Eqs (4)-(7) for i = 1..diamond_sites(s); `root` is that of j. The equations' y = -k (root - s -
/// 1).
__host__ __device__ constexpr diamond_site site_of(int j, int k, int s, float root) {
  const int r = ceil_root(j, root);
  return {k * (r + (r - 1) * (r - 1) - j), -k * (r - s - 1)};
}

/// j <= (s + 1)^2 <= 2^30: its estimate x * (1 / sqrt(x)) is off by less than 3.6e-7 of 32767, that
/// is 0.012.
__device__ __forceinline__ diamond_site site_of(int i, int s) {
  const bool upper = i <= (s + 1) * (s + 1);
  const int j = upper ? i : 2 * (s * s + s + 1) - i;
  const float x = static_cast<float>(j);
  return site_of(j, upper ? -1 : 1, s, x * rsqrtf(x));
}

/// `radius` is that of the diamond of tiles, s itself where a tile is one site. `backwards`: see
/// a_dense.
template <class Real, int Side>
__global__ void b_diamond(device::span<const Real> old, device::span<Real> next, plane_shape plane,
                          tile_range<Side> tiles, int radius, bool backwards) {
  const unsigned block = backwards ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
  const int i = static_cast<int>(block * blockDim.x + threadIdx.x) + 1;
  if (i > diamond_sites(radius)) return;
  const auto [x, y] = site_of(i, radius);
  if (!tiles.holds(x, y)) return;  // outside a surface smaller than the diamond
  update_tile<with_branches, Real, Side>(old, next, plane.at(x * Side, y * Side), plane.pitch);
}

/// The numbering holds diamonds up to |x|+|y| <= 32766.
template <class Real, int Side>
class b_diamond_walk : public dense_walk<Real> {
 public:
  b_diamond_walk(const problem& problem, const walk_options& options)
      : dense_walk<Real>(problem, options), tiles_(problem.reach) {}

  void step(device::stream& queue, int s) {
    device::launch(queue, b_diamond<Real, Side>, shape_of(s), this->old_at(s), this->new_at(s),
                   this->layout_, tiles_, radius(s), this->options_.backwards(s));
  }
  /// The last step, the largest.
  device::launch_report report() const {
    return device::describe("b_diamond", b_diamond<Real, Side>, shape_of(this->problem_.steps));
  }

 private:
  /// The smallest diamond of tiles that covers |x|+|y| <= s: a site lies at most (2 Side - 2) sites
  /// farther out than its tile. Sites that a tile holds beyond s are updated to the 0 they have.
  int radius(int s) const { return (std::min(s, this->problem_.farthest()) + 2 * Side - 2) / Side; }
  device::launch_shape shape_of(int s) const { return this->line_of(diamond_sites(radius(s))); }

  tile_range<Side> tiles_;
};

}  // namespace carpet
