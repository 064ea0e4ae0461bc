// The update of one thread of variants A and B: a tile of Side x Side sites. Side 1 is the paper's
// one thread a site; a larger tile has more loads in flight, reads its rows as whole words, and
// shares the neighbours inside it.
#pragma once

#include <cstddef>

#include "kernels/carpet/update.h"
#include "kernels/device/device.h"

namespace carpet {

/// Side neighbouring sites of a row, read and written at once.
template <class Real, int Side>
struct alignas(sizeof(Real) * Side < 16 ? sizeof(Real) * Side : 16) tile_row {
  Real p[Side];
};

template <class Real, int Side>
__device__ __forceinline__ tile_row<Real, Side> load_row(device::span<const Real> sites,
                                                         int first) {
  return *reinterpret_cast<const tile_row<Real, Side>*>(&sites.subspan(first, Side)[0]);
}

template <class Real, int Side>
__device__ __forceinline__ void store_row(device::span<Real> sites, int first,
                                          const tile_row<Real, Side>& row) {
  *reinterpret_cast<tile_row<Real, Side>*>(&sites.subspan(first, Side)[0]) = row;
}

/// Eq. (1) for an accessible site, with the branch of Fig. 6, line 26.
struct with_branches {
  static constexpr bool skips_inaccessible = true;

  template <class Real>
  static __device__ __forceinline__ Real next(Real here, Real left, Real right, Real above,
                                              Real below) {
    Real sum = 0, stays = 4;
    if (left >= 0) sum += left, stays -= 1;
    if (right >= 0) sum += right, stays -= 1;
    if (above >= 0) sum += above, stays -= 1;
    if (below >= 0) sum += below, stays -= 1;
    return updated(sum, stays, here);
  }
};

/// The same by arithmetic that every thread goes through.
struct without_branches {
  static constexpr bool skips_inaccessible = false;

  template <class Real>
  static __device__ __forceinline__ Real next(Real here, Real left, Real right, Real above,
                                              Real below) {
    const Real none = 0;
    const Real sum = max(left, none) + max(right, none) + max(above, none) + max(below, none);
    const Real neighbours = static_cast<Real>(left >= 0) + static_cast<Real>(right >= 0) +
                            static_cast<Real>(above >= 0) + static_cast<Real>(below >= 0);
    return updated(sum, 4 - neighbours, here);
  }
};

/// A tile of P_old with the sites around it that Eq. (1) reads.
template <class Real, int Side>
struct tile {
  tile_row<Real, Side> row[Side], above, below;
  Real left[Side], right[Side];

  __device__ __forceinline__ void load_inside(device::span<const Real> old, int first, int pitch) {
    for (int y = 0; y < Side; ++y) row[y] = load_row<Real, Side>(old, first + y * pitch);
  }

  __device__ __forceinline__ void load_around(device::span<const Real> old, int first, int pitch) {
    above = load_row<Real, Side>(old, first - pitch);
    below = load_row<Real, Side>(old, first + Side * pitch);
    for (int y = 0; y < Side; ++y) {
      left[y] = old[first + y * pitch - 1];
      right[y] = old[first + y * pitch + Side];
    }
  }

  __device__ __forceinline__ bool any_accessible() const {
    bool any = false;
    for (int y = 0; y < Side; ++y) {
      for (int x = 0; x < Side; ++x) any = any || row[y].p[x] >= 0;
    }
    return any;
  }

  /// Inaccessible sites inside the tile are given their mark again, so that rows are written whole.
  template <class Update>
  __device__ __forceinline__ void store_next(device::span<Real> next, int first, int pitch) const {
    for (int y = 0; y < Side; ++y) {
      tile_row<Real, Side> updated_row;
      for (int x = 0; x < Side; ++x) {
        const Real here = row[y].p[x];
        const Real value = Update::next(
            here, x > 0 ? row[y].p[x - 1] : left[y], x < Side - 1 ? row[y].p[x + 1] : right[y],
            y > 0 ? row[y - 1].p[x] : above.p[x], y < Side - 1 ? row[y + 1].p[x] : below.p[x]);
        updated_row.p[x] = here >= 0 ? value : here;
      }
      store_row(next, first + y * pitch, updated_row);
    }
  }
};

/// A step's work of one thread: the tile that begins at `first`.
template <class Update, class Real, int Side>
__device__ __forceinline__ void update_tile(device::span<const Real> old, device::span<Real> next,
                                            int first, int pitch) {
  device::trigger_dependent_launch();
  device::grid_dependency_wait();
  tile<Real, Side> sites;
  sites.load_inside(old, first, pitch);
  if (Update::skips_inaccessible && !sites.any_accessible()) return;
  sites.load_around(old, first, pitch);
  sites.template store_next<Update>(next, first, pitch);
}

}  // namespace carpet
