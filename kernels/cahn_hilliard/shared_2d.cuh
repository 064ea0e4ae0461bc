// Kernel B (Leist et al. 2009, Sect. 3.1.7, Listing 7): global memory into a bordered tile of
// shared memory. Blocks overlap by a border of two threads which only load (Fig 4), as in kernel D.
#pragma once

#include "kernels/cahn_hilliard/pass.cuh"

namespace cahn_hilliard {

/// Cells that a block writes along a side: of x * y threads the inner (x - 4) * (y - 4) write a
/// cell each. The paper's are 16 x 16 with 12 x 12 inside.
constexpr unsigned interior(unsigned threads) { return threads - 4; }

/// Whether interiors tile the field, as the printed kernels ask ("divisible by 12"); if not,
/// threads beyond the edge must be kept from writing.
constexpr bool interiors_tile(const pass_plan& plan) {
  return plan.shape.n % interior(plan.block.x) == 0 && plan.shape.n % interior(plan.block.y) == 0;
}

template <class Real>
struct bordered_traits : kernel_traits<Real> {
  static device::launch_shape shape(const pass_plan& plan) {
    return {{blocks_for(plan.shape.n, interior(plan.block.x)),
             blocks_for(plan.shape.n, interior(plan.block.y))},
            plan.block,
            plan.block.x * plan.block.y * sizeof(Real)};
  }
  static const char* form(const pass_plan& plan) {
    return interiors_tile(plan) ? "printed form" : "guarded form";
  }
};

/// The stencil around tile cell i of a block whose rows are `width` threads wide.
template <class Real>
__device__ __forceinline__ cells_2d<Real> cells_in_tile(device::span<const Real> tile, unsigned i,
                                                        unsigned width) {
  return {tile[i],
          {tile[i - 1], tile[i + 1], tile[i - width], tile[i + width]},
          {tile[i - width - 1], tile[i + width + 1], tile[i - width + 1], tile[i + width - 1]},
          {tile[i - 2], tile[i + 2], tile[i - 2 * width], tile[i + 2 * width]}};
}

/// The body of both kernels; read(x, y) gives the cell of the input at that place, which lies
/// inside the field.
///
/// Guarded: blocks do not tile the field. Threads more than a border beyond it load a cell that no
/// writer uses.
template <class Real, bool Guarded, bool Midpoint, class Read>
__device__ __forceinline__ void bordered_step(Read read, device::span<const Real> base,
                                              device::span<Real> out, const lattice& l,
                                              const coefficients<Real>& p) {
  const auto tile = device::dynamic_shared<Real>(blockDim.x * blockDim.y);
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y),
            bx = static_cast<int>(blockDim.x), by = static_cast<int>(blockDim.y);
  const int x = static_cast<int>(blockIdx.x) * (bx - 4) + tx - 2,
            y = static_cast<int>(blockIdx.y) * (by - 4) + ty - 2;
  const bool in_border_reach = !Guarded || (x < l.n + 2 && y < l.n + 2);
  const int t = ty * bx + tx;
  tile[t] = in_border_reach ? read(l.inside(x), l.inside(y)) : Real{0};
  __syncthreads();

  bool writer = tx >= 2 && tx < bx - 2 && ty >= 2 && ty < by - 2;
  if (Guarded) writer = writer && x < l.n && y < l.n;
  if (!writer) return;
  const cells_2d<Real> cells = cells_in_tile(device::span<const Real>(tile),
                                             static_cast<unsigned>(t), static_cast<unsigned>(bx));
  const std::size_t i = l.row(y) + x;
  out[i] = (Midpoint ? base[i] : cells.centre) + change(p, cells);
}

/// Equals: for each cell: out = base + change(stencil of in around it). Midpoint: as
/// global_step_2d.
template <class Real, bool Guarded, bool Midpoint>
__global__ void shared_step_2d(device::span<const Real> in, device::span<const Real> base,
                               device::span<Real> out, lattice l, coefficients<Real> p) {
  bordered_step<Real, Guarded, Midpoint>([&](int x, int y) { return in[l.row(y) + x]; }, base, out,
                                         l, p);
}

template <class Real>
struct shared_2d : bordered_traits<Real> {
  static constexpr const char* name = "shared_step_2d";
  static auto instance(const pass_plan& plan, bool midpoint) {
    if (interiors_tile(plan))
      return midpoint ? shared_step_2d<Real, false, true> : shared_step_2d<Real, false, false>;
    return midpoint ? shared_step_2d<Real, true, true> : shared_step_2d<Real, true, false>;
  }
};

}  // namespace cahn_hilliard
