// The launcher of variant A and of its branch-free form: a thread for every tile of the reach.
#pragma once

#include "kernels/carpet/dense_walk.cuh"
#include "kernels/carpet/tile.cuh"
#include "kernels/carpet/walk_options.h"

namespace carpet {

/// `Kernel` has a name and instance<Real, Side>(), a function of (old, next, plane, tiles,
/// backwards).
template <class Kernel, class Real, int Side>
class tile_walk : public dense_walk<Real> {
 public:
  tile_walk(const problem& of, const walk_options& how)
      : dense_walk<Real>(of), tiles_(of.reach), how_(how), shape_(shape_of(tiles_, how)) {}

  void step(device::stream& queue, int s) {
    device::launch(queue, Kernel::template instance<Real, Side>(), shape_, this->old_at(s),
                   this->new_at(s), this->shape(), tiles_, how_.backwards(s));
  }
  device::launch_report report() const {
    return device::describe(Kernel::name, Kernel::template instance<Real, Side>(), shape_);
  }

 private:
  /// A warp stands along a row, its block's other warps below it: they share the rows between them
  /// in the L1 cache.
  static device::launch_shape shape_of(const tile_range<Side>& tiles, const walk_options& how) {
    const unsigned width = 32, height = how.block / 32;
    return {
        .grid = dim3((tiles.columns() + width - 1) / width, (tiles.rows() + height - 1) / height),
        .block = dim3(width, height),
        .programmatic_launch = how.programmatic_launch};
  }

  tile_range<Side> tiles_;
  walk_options how_;
  device::launch_shape shape_;
};

}  // namespace carpet
