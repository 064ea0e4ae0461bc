// What the marches in two and three dimensions share: the passes of a step from row to row, and the
// part of a warp that writes.
#pragma once

#include "kernels/cahn_hilliard/lattice.h"
#include "kernels/cahn_hilliard/row.cuh"

namespace cahn_hilliard {

/// Where a warp of 32 lanes, `Cells` cells each, works: its outermost lanes hold the cells that
/// others write, as far as `Reach` cells from its own.
template <int Cells, int Reach>
struct strip {
  static constexpr int outer_lanes = (Reach + Cells - 1) / Cells;
  static constexpr int width = (32 - 2 * outer_lanes) * Cells;  ///< cells that it writes
};

/// How far the stencils of one step reach: of two passes, and of one.
constexpr int reach_of(bool midpoint) { return midpoint ? 4 : 2; }

/// The passes of one step, from row to row (in three dimensions, from plane to plane). What comes
/// out lies reach_of(Midpoint) rows before what goes in.
template <class Pass, bool Midpoint>
class marching_step {
 public:
  using row = typename Pass::row;

  marching_step() = default;
  __device__ __forceinline__ marching_step(const Pass& first, const Pass& last)
      : first_(first), last_(last) {}

  template <class Real>
  __device__ __forceinline__ row stepped(const row& next, const coefficients<Real>& half,
                                         const coefficients<Real>& whole) {
    if constexpr (!Midpoint) {
      return last_.passed(next, last_.centre(), whole);
    } else {
      const row middle = first_.passed(next, first_.centre(), half);
      const row out = last_.passed(middle, start_[3], whole);
      start_[3] = start_[2], start_[2] = start_[1], start_[1] = start_[0], start_[0] = next;
      return out;
    }
  }

 private:
  Pass first_, last_;
  row start_[4]{};  ///< the field before the step, one to four rows before the next
};

}  // namespace cahn_hilliard
