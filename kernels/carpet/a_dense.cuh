// Variant A (Hoffmann 2010, Sect. V-A, Fig. 6): a thread for every site of the reach, whatever it
// holds. The loop:
//
//   for y, x in the reach:
//     if old[y][x] >= 0:                 a negative probability marks an inaccessible site
//       sum = 0, n = 0
//       for (dx, dy) in (-1,0), (1,0), (0,-1), (0,1):
//         if old[y + dy][x + dx] >= 0: sum += old[y + dy][x + dx], n++
//       next[y][x] = (sum + (4 - n) * old[y][x]) / 4
//
// And the same without its branches (Sect. V-A, last paragraph): every thread reads all five sites
// and writes its own, an inaccessible one its mark.
#pragma once

#include "kernels/carpet/device_walk.cuh"
#include "kernels/carpet/tile.cuh"

namespace carpet {

/// `backwards`: the sweep starts at the last row (walk_options).
template <class Update, class Real, int Side>
__device__ __forceinline__ void sweep(device::span<const Real> old, device::span<Real> next,
                                      const plane_shape& plane, const tile_range<Side>& tiles,
                                      bool backwards) {
  const int block_row = backwards ? gridDim.y - 1 - blockIdx.y : blockIdx.y;
  const int x = tiles.x_min + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = tiles.y_min + static_cast<int>(block_row * blockDim.y + threadIdx.y);
  if (x > tiles.x_max || y > tiles.y_max) return;
  update_tile<Update, Real, Side>(old, next, plane.at(x * Side, y * Side), plane.pitch);
}

template <class Real, int Side>
__global__ void a_dense(device::span<const Real> old, device::span<Real> next, plane_shape plane,
                        tile_range<Side> tiles, bool backwards) {
  sweep<with_branches>(old, next, plane, tiles, backwards);
}

template <class Real, int Side>
__global__ void a_branchless(device::span<const Real> old, device::span<Real> next,
                             plane_shape plane, tile_range<Side> tiles, bool backwards) {
  sweep<without_branches>(old, next, plane, tiles, backwards);
}

/// A thread for every tile of the reach.
template <class Real, int Side>
class tile_walk : public dense_walk<Real> {
 public:
  void step(device::stream& queue, int s) {
    device::launch(queue, kernel_, shape_, this->old_at(s), this->new_at(s), this->layout_, tiles_,
                   this->options_.backwards(s));
  }
  device::launch_report report() const { return device::describe(name_, kernel_, shape_); }

 protected:
  using kernel_type = void (*)(device::span<const Real>, device::span<Real>, plane_shape,
                               tile_range<Side>, bool);
  tile_walk(const problem& problem, const walk_options& options, const char* name,
            kernel_type kernel)
      : dense_walk<Real>(problem, options),
        name_(name),
        kernel_(kernel),
        tiles_(problem.reach),
        shape_(shape_of(tiles_, options)) {}

 private:
  /// A warp stands along a row, its block's other warps below it: they share the rows between them
  /// in the L1 cache.
  static device::launch_shape shape_of(const tile_range<Side>& tiles, const walk_options& options) {
    const unsigned width = 32, height = options.block / 32;
    return {
        .grid = dim3((tiles.columns() + width - 1) / width, (tiles.rows() + height - 1) / height),
        .block = dim3(width, height),
        .programmatic_launch = options.programmatic_launch};
  }

  const char* name_;
  kernel_type kernel_;
  tile_range<Side> tiles_;
  device::launch_shape shape_;
};

template <class Real, int Side>
struct a_dense_walk : tile_walk<Real, Side> {
  a_dense_walk(const problem& problem, const walk_options& options)
      : tile_walk<Real, Side>(problem, options, "a_dense", a_dense<Real, Side>) {}
};

template <class Real, int Side>
struct a_branchless_walk : tile_walk<Real, Side> {
  a_branchless_walk(const problem& problem, const walk_options& options)
      : tile_walk<Real, Side>(problem, options, "a_branchless", a_branchless<Real, Side>) {}
};

}  // namespace carpet
