// Whole steps in one pass over memory: a warp marches down a strip of the field, row by row. The
// rows that the stencil needs stay in its registers, a cell's neighbours along the row come from
// the lanes beside by shuffles, and what one pass of the step gives goes into the next at once. A
// step reads phi once and writes it once, 8 bytes a cell in single precision instead of 20, and
// with Steps = 2 it is 4 bytes. The price is work done twice: strips and blocks of rows overlap by
// the cells that the stencils of all passes reach.
//
// Equals, for each step:
//   for each cell: middle = phi + (half a step of the stencil of phi around it)
//   for each cell: phi = phi + (a step of the stencil of middle around it)
#pragma once

#include "kernels/cahn_hilliard/arriving_rows.cuh"
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

/// Passes of one step, from row to row. What comes out lies `reach` rows before what goes in.
template <class Pass, bool Midpoint>
class marching_step {
 public:
  using row = typename Pass::row;
  static constexpr int reach = Midpoint ? 4 : 2;

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
  row start_[4]{};  ///< phi before the step, one to four rows before the next
};

/// A block is one warp, so that the compiler knows the march's bounds to be the warp's: where it
/// does not, a shuffle costs ten instructions. `rows`: that a block writes.
template <class Pass, bool Midpoint, int Steps, class Real, int Cells>
__global__ void __launch_bounds__(32)
    march_2d(device::span<const Real> in, device::span<Real> out, lattice l, int rows,
             coefficients<Real> half, coefficients<Real> whole) {
  using step = marching_step<Pass, Midpoint>;
  constexpr int reach = Steps * step::reach;
  using strip = cahn_hilliard::strip<Cells, reach>;
  constexpr int depth = rows_in_flight;

  const int lane = static_cast<int>(threadIdx.x);
  const int x = static_cast<int>(blockIdx.x) * strip::width + (lane - strip::outer_lanes) * Cells;
  const bool writes = lane >= strip::outer_lanes && lane < 32 - strip::outer_lanes;
  const int first = static_cast<int>(blockIdx.y) * rows, end = min(first + rows, l.n);

  device::trigger_dependent_launch();
  device::grid_dependency_wait();
  __shared__ arriving_rows<Real, Cells> arriving;
  row_reader<Real, Cells> reader(in, l, x, first - reach);
  for (int k = 0; k < depth - 1; ++k) reader.fetch(arriving, k);

  step steps[Steps];
  for (int y = first - reach; y < end + reach; y += depth) {
#pragma unroll
    for (int k = 0; k < depth; ++k) {
      device::wait_for_copies<depth - 2>();
      row<Real, Cells> moving = arriving(k, lane);
      reader.fetch(arriving, (k + depth - 1) % depth);
#pragma unroll
      for (step& each : steps) moving = each.stepped(moving, half, whole);
      const int y_out = y + k - reach;
      if (writes && y_out >= first && y_out < end) write_row(moving, out, l, x, y_out);
    }
  }
}

/// The kernel of that many steps a pass, and how it is launched.
template <template <class, int> class Pass, class Real, int Cells, int Steps>
struct march {
  static auto instance(integrator method) {
    using pass = Pass<Real, Cells>;
    return method == integrator::rk2 ? march_2d<pass, true, Steps, Real, Cells>
                                     : march_2d<pass, false, Steps, Real, Cells>;
  }
  static device::launch_shape shape(integrator method, int n, int rows) {
    const bool midpoint = method == integrator::rk2;
    const int width = midpoint ? strip<Cells, 4 * Steps>::width : strip<Cells, 2 * Steps>::width;
    return {.grid = dim3((n + width - 1) / width, (n + rows - 1) / rows), .block = dim3(32)};
  }
};

}  // namespace cahn_hilliard
