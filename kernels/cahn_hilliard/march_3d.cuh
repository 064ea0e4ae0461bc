// Both passes of a step at once in three dimensions: a block of warps, a row each, marches through
// planes. A plane's neighbours before and behind stay in registers, those along the row come by
// shuffles, those of the rows beside through shared memory; phi is read once and written once a
// step.
//
// Equals:
//   for each cell: middle = phi + (half a step of the stencil of phi around it)
//   for each cell: phi = phi + (a step of the stencil of middle around it)
#pragma once

#include "kernels/cahn_hilliard/arriving_rows.cuh"
#include "kernels/cahn_hilliard/marching_step.cuh"
#include "kernels/cahn_hilliard/potential_pass_3d.cuh"

namespace cahn_hilliard {

inline constexpr int planes_in_flight = 4;

/// Dynamic shared memory of a block, in bytes: planes on their way, and what rows exchange.
template <class Real, int Cells, bool Midpoint>
constexpr std::size_t march_3d_bytes(std::size_t threads) {
  using pass = potential_pass_3d<Real, Cells>;
  const std::size_t exchanges = pass::exchanges * (Midpoint ? 2 : 1);
  return (planes_in_flight * threads + exchanges * pass::exchange::size(threads)) *
         sizeof(row<Real, Cells>);
}

/// `planes`: that a block writes. Rows: of threads, its outermost ones hold cells that others
/// write.
template <bool Midpoint, class Real, int Cells, int Rows>
__global__ void __launch_bounds__(32 * Rows)
    march_3d(device::span<const Real> in, device::span<Real> out, lattice l, int planes,
             coefficients<Real> half, coefficients<Real> whole) {
  using pass = potential_pass_3d<Real, Cells>;
  using row = typename pass::row;
  constexpr int reach = reach_of(Midpoint), depth = planes_in_flight, threads = 32 * Rows;
  using strip = cahn_hilliard::strip<Cells, reach>;

  const int lane = static_cast<int>(threadIdx.x), line = static_cast<int>(threadIdx.y);
  const int x = static_cast<int>(blockIdx.x) * strip::width + (lane - strip::outer_lanes) * Cells;
  const int y = static_cast<int>(blockIdx.y) * (Rows - 2 * reach) + line - reach;
  const bool writes = lane >= strip::outer_lanes && lane < 32 - strip::outer_lanes &&
                      line >= reach && line < Rows - reach && y < l.n;
  const int first = static_cast<int>(blockIdx.z) * planes, end = min(first + planes, l.n);

  const auto memory =
      device::dynamic_shared<row>(march_3d_bytes<Real, Cells, Midpoint>(threads) / sizeof(row));
  const auto arriving = [&](int slot) -> row& { return memory[slot * threads + line * 32 + lane]; };
  const auto exchange = [&](int i) {
    return plane_exchange<Real, Cells>(
        memory.subspan((depth + 2 * i) * threads, plane_exchange<Real, Cells>::size(threads)));
  };
  const pass last(exchange(0), exchange(1));
  marching_step<pass, Midpoint> step(Midpoint ? pass(exchange(2), exchange(3)) : last, last);

  device::trigger_dependent_launch();
  device::grid_dependency_wait();
  row_reader<Real, Cells> reader(in, l, x, first - reach, l.row(l.repeated(y)), l.row(0, 1));
  for (int k = 0; k < depth - 1; ++k) reader.fetch(arriving(k));
  __syncthreads();
  for (int z = first - reach; z < end + reach; z += depth) {
#pragma unroll
    for (int k = 0; k < depth; ++k) {
      device::wait_for_copies<depth - 2>();
      const row next = arriving(k);
      reader.fetch(arriving((k + depth - 1) % depth));
      const row moved = step.stepped(next, half, whole);
      const int z_out = z + k - reach;
      if (writes && z_out >= first && z_out < end) write_row(moved, out, l, l.row(y, z_out), x);
      __syncthreads();
    }
  }
}

/// How it is launched.
template <class Real, int Cells, int Rows>
struct march_of_planes {
  using real = Real;
  using of_one_step = march_of_planes;
  static constexpr const char* name = "march_3d";
  static constexpr int steps = 1;

  static auto instance(bool midpoint) {
    return midpoint ? march_3d<true, Real, Cells, Rows> : march_3d<false, Real, Cells, Rows>;
  }
  static device::launch_shape shape(bool midpoint, int n, int planes) {
    const int width =
        midpoint ? strip<Cells, reach_of(true)>::width : strip<Cells, reach_of(false)>::width;
    const int rows = Rows - 2 * reach_of(midpoint);
    const std::size_t bytes = midpoint ? march_3d_bytes<Real, Cells, true>(32 * Rows)
                                       : march_3d_bytes<Real, Cells, false>(32 * Rows);
    return {.grid = dim3((n + width - 1) / width, (n + rows - 1) / rows, (n + planes - 1) / planes),
            .block = dim3(32, Rows),
            .shared_bytes = bytes};
  }
};

}  // namespace cahn_hilliard
