// A piece of a row of cells in a warp's registers: each lane holds `Cells` neighbouring ones, and
// gets those beside its own from the lanes beside it.
#pragma once

#include "kernels/device/device.h"

namespace cahn_hilliard {

template <class Real, int Cells>
struct alignas(Cells * sizeof(Real) < 16 ? Cells * sizeof(Real) : 16) row {
  Real cell[Cells];
};

/// A row and `Reach` cells on either side of a lane's own: [c] for -Reach <= c < Cells + Reach.
/// What the warp's first and last lanes have beside their own is of no use.
template <class Real, int Cells, int Reach>
class wider_row {
 public:
  wider_row() = default;
  /// All lanes of the warp call it together.
  __device__ __forceinline__ explicit wider_row(const row<Real, Cells>& own) : own_(own) {
    constexpr unsigned whole_warp = ~0U;
#pragma unroll
    for (int i = 0; i < Reach; ++i) {
      const int lanes = 1 + i / Cells, cell = i % Cells;
      before_[i] = __shfl_up_sync(whole_warp, own.cell[Cells - 1 - cell], lanes);
      behind_[i] = __shfl_down_sync(whole_warp, own.cell[cell], lanes);
    }
  }

  __device__ __forceinline__ Real operator[](int c) const {
    if (c < 0) return before_[-1 - c];
    return c < Cells ? own_.cell[c] : behind_[c - Cells];
  }
  __device__ __forceinline__ const row<Real, Cells>& own() const { return own_; }

 private:
  row<Real, Cells> own_;
  Real before_[Reach], behind_[Reach];  ///< nearest first
};

}  // namespace cahn_hilliard
