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
#include "kernels/cahn_hilliard/marching_step.cuh"
#include "kernels/cahn_hilliard/potential_pass.cuh"

namespace cahn_hilliard {

/// Rows on their way to a warp, enough to cover the latency of memory: 8 rows of 512 bytes and 12
/// warps are 48 KB a multiprocessor, where 4.2e12 B/s and 0.8 us ask for 25.
inline constexpr int rows_in_flight = 8;

/// A block is one warp, so that the compiler knows the march's bounds to be the warp's: where it
/// does not, a shuffle costs ten instructions. `rows`: that a block writes.
template <bool Midpoint, int Steps, class Real, int Cells>
__global__ void __launch_bounds__(32)
    march_2d(device::span<const Real> in, device::span<Real> out, lattice l, int rows,
             coefficients<Real> half, coefficients<Real> whole) {
  using step = marching_step<potential_pass<Real, Cells>, Midpoint>;
  constexpr int reach = Steps * reach_of(Midpoint);
  using strip = cahn_hilliard::strip<Cells, reach>;
  constexpr int depth = rows_in_flight;

  const int lane = static_cast<int>(threadIdx.x);
  const int x = static_cast<int>(blockIdx.x) * strip::width + (lane - strip::outer_lanes) * Cells;
  const bool writes = lane >= strip::outer_lanes && lane < 32 - strip::outer_lanes;
  const int first = static_cast<int>(blockIdx.y) * rows, end = min(first + rows, l.n);

  device::trigger_dependent_launch();
  device::grid_dependency_wait();
  __shared__ device::shared_array<row<Real, Cells>, depth, 32> arriving;
  row_reader<Real, Cells> reader(in, l, x, first - reach, 0, l.row(1));
  for (int k = 0; k < depth - 1; ++k) reader.fetch(arriving(k, lane));

  step steps[Steps];
  for (int y = first - reach; y < end + reach; y += depth) {
#pragma unroll
    for (int k = 0; k < depth; ++k) {
      device::wait_for_copies<depth - 2>();
      row<Real, Cells> moving = arriving(k, lane);
      reader.fetch(arriving((k + depth - 1) % depth, lane));
#pragma unroll
      for (step& each : steps) moving = each.stepped(moving, half, whole);
      const int y_out = y + k - reach;
      if (writes && y_out >= first && y_out < end) write_row(moving, out, l, l.row(y_out), x);
    }
  }
}

/// The kernel of that many steps a pass, and how it is launched.
template <class Real, int Cells, int Steps>
struct march_of_rows {
  using real = Real;
  using of_one_step = march_of_rows<Real, Cells, 1>;
  static constexpr const char* name = "march_2d";
  static constexpr int steps = Steps;

  static auto instance(bool midpoint) {
    return midpoint ? march_2d<true, Steps, Real, Cells> : march_2d<false, Steps, Real, Cells>;
  }
  static device::launch_shape shape(bool midpoint, int n, int rows) {
    const int width = midpoint ? strip<Cells, reach_of(true) * Steps>::width
                               : strip<Cells, reach_of(false) * Steps>::width;
    return {.grid = dim3((n + width - 1) / width, (n + rows - 1) / rows), .block = dim3(32)};
  }
};

}  // namespace cahn_hilliard
