// Rows on their way from global memory to a warp's registers. They are copied to shared memory
// asynchronously, several rows ahead of the row that is worked on, so that no register waits for
// them; a lane reads only what it has copied itself, so that no barrier is needed.
#pragma once

#include "kernels/cahn_hilliard/lattice.h"
#include "kernels/cahn_hilliard/row.cuh"
#include "kernels/device/async_copy.h"

namespace cahn_hilliard {

/// Enough to cover the latency of memory: 8 rows of 512 bytes and 12 warps are 48 KB a
/// multiprocessor, where 4.2e12 B/s and 0.8 us ask for 25.
inline constexpr int rows_in_flight = 8;

template <class Real, int Cells>
using arriving_rows = device::shared_array<row<Real, Cells>, rows_in_flight, 32>;

/// Reads row after row of the cells of a lane that stands at column x. Both columns and rows may
/// lie outside the field, however far, and are then the ones that the boundary repeats there.
template <class Real, int Cells>
class row_reader {
 public:
  __device__ __forceinline__ row_reader(device::span<const Real> field, const lattice& l, int x,
                                        int first_row)
      : field_(field), l_(l), place_(l.place(first_row)) {
#pragma unroll
    for (int c = 0; c < Cells; ++c) column_[c] = l.repeated(x + c);
    const bool inside = x >= 0 && x + Cells <= l.n;
    together_ = inside || (l.edge == boundary::periodic && l.n % Cells == 0);
  }

  /// Starts the copy of the next row.
  __device__ __forceinline__ void fetch(arriving_rows<Real, Cells>& to, int slot) {
    const std::size_t begin = l_.row(l_.at_place(place_));
    place_ = place_ + 1 == l_.period() ? 0 : place_ + 1;
    row<Real, Cells>& cells = to(slot, threadIdx.x);
    if (together_) {
      const Real* from = &field_.subspan(begin + column_[0], Cells)[0];
#pragma unroll
      for (int c = 0; c < Cells; c += at_once)
        device::copy_async(reinterpret_cast<piece*>(cells.cell + c),
                           reinterpret_cast<const piece*>(from + c));
    } else {
#pragma unroll
      for (int c = 0; c < Cells; ++c)
        device::copy_async(&cells.cell[c], &field_[begin + column_[c]]);
    }
    device::commit_copies();
  }

 private:
  static constexpr int at_once = Cells * sizeof(Real) > 16 ? 16 / sizeof(Real) : Cells;
  using piece = row<Real, at_once>;

  device::span<const Real> field_;
  const lattice& l_;
  int place_;  ///< of the next row, in the period of rows; no division a row
  int column_[Cells];
  bool together_;  ///< whether they lie side by side in memory
};

/// Writes the cells of a lane at column x, those that lie inside the field.
template <class Real, int Cells>
__device__ __forceinline__ void write_row(const row<Real, Cells>& cells, device::span<Real> field,
                                          const lattice& l, int x, int y) {
  const std::size_t begin = l.row(y) + x;
  if (x + Cells <= l.n) {
    Real* to = &field.subspan(begin, Cells)[0];
    *reinterpret_cast<row<Real, Cells>*>(to) = cells;
  } else {
#pragma unroll
    for (int c = 0; c < Cells; ++c) {
      if (x + c < l.n) field[begin + c] = cells.cell[c];
    }
  }
}

}  // namespace cahn_hilliard
