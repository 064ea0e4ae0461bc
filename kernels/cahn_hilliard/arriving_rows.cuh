// Rows on their way from global memory to a warp's registers. They are copied to shared memory
// asynchronously, several rows ahead of the row that is worked on, so that no register waits for
// them; a lane reads only what it has copied itself, so that no barrier is needed.
#pragma once

#include "kernels/cahn_hilliard/lattice.h"
#include "kernels/cahn_hilliard/row.cuh"
#include "kernels/device/async_copy.h"

namespace cahn_hilliard {

/// Reads a lane's cells at column x out of row after row: those of a plane (2-D), or the row of the
/// same y of plane after plane (3-D). Columns, rows and planes may lie outside the field, however
/// far, and are then the ones that the boundary repeats there.
template <class Real, int Cells>
class row_reader {
 public:
  /// The rows begin at cells `offset` + i * `stride`, from i = `first` on.
  __device__ __forceinline__ row_reader(device::span<const Real> cells, const lattice& l, int x,
                                        int first, std::size_t offset, std::size_t stride)
      : cells_(cells), l_(l), offset_(offset), stride_(stride), place_(l.place(first)) {
#pragma unroll
    for (int c = 0; c < Cells; ++c) column_[c] = l.repeated(x + c);
    const bool inside = x >= 0 && x + Cells <= l.n;
    together_ = inside || (l.edge == boundary::periodic && l.n % Cells == 0);
  }

  /// Starts the copy of the next row.
  __device__ __forceinline__ void fetch(row<Real, Cells>& to) {
    const std::size_t begin = offset_ + l_.at_place(place_) * stride_;
    place_ = place_ + 1 == l_.period() ? 0 : place_ + 1;
    if (together_) {
      const Real* source = &cells_.subspan(begin + column_[0], Cells)[0];
#pragma unroll
      for (int c = 0; c < Cells; c += at_once)
        device::copy_async(reinterpret_cast<piece*>(to.cell + c),
                           reinterpret_cast<const piece*>(source + c));
    } else {
#pragma unroll
      for (int c = 0; c < Cells; ++c) device::copy_async(&to.cell[c], &cells_[begin + column_[c]]);
    }
    device::commit_copies();
  }

 private:
  static constexpr int at_once = Cells * sizeof(Real) > 16 ? 16 / sizeof(Real) : Cells;
  using piece = row<Real, at_once>;

  device::span<const Real> cells_;
  const lattice& l_;
  std::size_t offset_, stride_;
  int place_;  ///< of the next row in the boundary's period: so no row takes a division
  int column_[Cells];
  bool together_;  ///< whether they lie side by side in memory
};

/// Writes the cells of a lane at column x of the row that begins at cell `begin`, those that lie
/// inside the field.
template <class Real, int Cells>
__device__ __forceinline__ void write_row(const row<Real, Cells>& cells, device::span<Real> to,
                                          const lattice& l, std::size_t begin, int x) {
  begin += x;
  if (x + Cells <= l.n) {
    *reinterpret_cast<row<Real, Cells>*>(&to.subspan(begin, Cells)[0]) = cells;
  } else {
#pragma unroll
    for (int c = 0; c < Cells; ++c) {
      if (x + c < l.n) to[begin + c] = cells.cell[c];
    }
  }
}

}  // namespace cahn_hilliard
