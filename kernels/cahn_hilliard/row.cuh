// A piece of a row of cells in a warp's registers: each lane holds `Cells` neighbouring ones, and
// gets those beside its own from the lanes beside it.
#pragma once

#include "kernels/device/device.h"

namespace cahn_hilliard {

template <class Real, int Cells>
struct alignas(Cells * sizeof(Real) < 16 ? Cells * sizeof(Real) : 16) row {
  Real cell[Cells];
};

/// A row and a cell on either side of a lane's own: [c] for -1 <= c <= Cells. What the warp's first
/// and last lanes have beside their own is of no use.
template <class Real, int Cells>
class wider_row {
 public:
  /// All lanes of the warp call it together.
  __device__ __forceinline__ explicit wider_row(const row<Real, Cells>& own) : own_(own) {
    constexpr unsigned whole_warp = ~0U;
    before_ = __shfl_up_sync(whole_warp, own.cell[Cells - 1], 1);
    behind_ = __shfl_down_sync(whole_warp, own.cell[0], 1);
  }

  __device__ __forceinline__ Real operator[](int c) const {
    if (c < 0) return before_;
    return c < Cells ? own_.cell[c] : behind_;
  }

 private:
  row<Real, Cells> own_;
  Real before_, behind_;
};

}  // namespace cahn_hilliard
