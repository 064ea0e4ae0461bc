// Variant A without its branches (Hoffmann 2010, Sect. V-A, last paragraph): every thread reads all
// five sites and writes its own, an inaccessible one its mark. The loop it must equal is that of
// variant A:
//
//   for y, x in the reach:
//     if old[y][x] >= 0:                 a negative probability marks an inaccessible site
//       sum = 0, n = 0
//       for (dx, dy) in (-1,0), (1,0), (0,-1), (0,1):
//         if old[y + dy][x + dx] >= 0: sum += old[y + dy][x + dx], n++
//       next[y][x] = (sum + (4 - n) * old[y][x]) / 4
#pragma once

#include "kernels/carpet/tile_walk.cuh"

namespace carpet {

/// `backwards`: the sweep starts at the last row (walk_options).
template <class Real, int Side>
__global__ void a_branchless(device::span<const Real> old, device::span<Real> next,
                             plane_shape plane, tile_range<Side> tiles, bool backwards) {
  const int block_row = backwards ? gridDim.y - 1 - blockIdx.y : blockIdx.y;
  const int x = tiles.x_min + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = tiles.y_min + static_cast<int>(block_row * blockDim.y + threadIdx.y);
  if (x > tiles.x_max || y > tiles.y_max) return;

  const int at = plane.at(x * Side, y * Side);
  device::trigger_dependent_launch();
  device::grid_dependency_wait();
  tile<Real, Side> sites;
  sites.load_inside(old, at, plane.pitch);
  sites.load_around(old, at, plane.pitch);
  sites.template store_next<without_branches>(next, at, plane.pitch);
}

struct a_branchless_kernel {
  static constexpr const char* name = "a_branchless";
  template <class Real, int Side>
  static auto instance() {
    return a_branchless<Real, Side>;
  }
};

template <class Real, int Side>
using a_branchless_walk = tile_walk<a_branchless_kernel, Real, Side>;

}  // namespace carpet
