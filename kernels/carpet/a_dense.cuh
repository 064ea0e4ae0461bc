// Variant A (Hoffmann 2010, Sect. V-A, Fig. 6): a thread for every site of the reach, whatever it
// holds. The loop:
//
//   for y, x in the reach:
//     if old[y][x] >= 0:                 a negative probability marks an inaccessible site
//       sum = 0, n = 0
//       for (dx, dy) in (-1,0), (1,0), (0,-1), (0,1):
//         if old[y + dy][x + dx] >= 0: sum += old[y + dy][x + dx], n++
//       next[y][x] = (sum + (4 - n) * old[y][x]) / 4
#pragma once

#include "kernels/carpet/dense_walk.cuh"
#include "kernels/carpet/tile.cuh"
#include "kernels/carpet/walk_options.h"

namespace carpet {

/// `backwards`: the sweep starts at the last row (walk_options).
template <class Real, int Side>
__global__ void a_dense(device::span<const Real> old, device::span<Real> next, plane_shape plane,
                        tile_range<Side> tiles, bool backwards) {
  const int block_row = backwards ? gridDim.y - 1 - blockIdx.y : blockIdx.y;
  const int x = tiles.x_min + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = tiles.y_min + static_cast<int>(block_row * blockDim.y + threadIdx.y);
  if (x > tiles.x_max || y > tiles.y_max) return;

  const int at = plane.at(x * Side, y * Side);
  device::let_next_start();
  device::wait_for_previous();
  tile<Real, Side> sites;
  sites.load_inside(old, at, plane.pitch);
  if (!sites.any_accessible()) return;
  sites.load_around(old, at, plane.pitch);
  sites.template store_next<with_branches>(next, at, plane.pitch);
}

template <class Real, int Side>
class a_dense_walk : public dense_walk<Real> {
 public:
  a_dense_walk(const problem& of, const walk_options& how)
      : dense_walk<Real>(of), tiles_(of.reach), how_(how), shape_(shape_of(tiles_, how)) {}

  void step(device::stream& queue, int s) {
    device::launch(queue, a_dense<Real, Side>, shape_, this->old_at(s), this->new_at(s),
                   this->shape(), tiles_, how_.backwards(s));
  }
  device::launch_report report() const {
    return device::describe("a_dense", a_dense<Real, Side>, shape_);
  }

 private:
  /// A warp stands along a row, its block's other warps below it: they share the rows between them
  /// in the L1 cache.
  static device::launch_shape shape_of(const tile_range<Side>& tiles, const walk_options& how) {
    const unsigned width = 32, height = how.block / 32;
    return {
        .grid = dim3((tiles.columns() + width - 1) / width, (tiles.rows() + height - 1) / height),
        .block = dim3(width, height),
        .starts_early = how.starts_early};
  }

  tile_range<Side> tiles_;
  walk_options how_;
  device::launch_shape shape_;
};

}  // namespace carpet
