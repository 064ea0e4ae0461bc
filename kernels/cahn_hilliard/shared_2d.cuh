// Kernel B (Leist et al. 2009, Sect. 3.1.7, Listing 7): blocks overlap by a border of two threads
// that only load.
#pragma once

#include "kernels/cahn_hilliard/lattice.h"

namespace cahn_hilliard {

/// Blocks of x * y threads whose inner (x - 4) * (y - 4) write a cell each. The paper's is 16 x 16
/// with 12 x 12 inside.
struct bordered_block {
  static constexpr int border = 2;
  static constexpr int interior(unsigned threads) { return int(threads) - 2 * border; }
  static dim3 grid(const pass_plan& plan) {
    return {blocks_for(plan.shape.n, interior(plan.block.x)),
            blocks_for(plan.shape.n, interior(plan.block.y))};
  }
  /// Whether interiors tile the field, as the printed kernel asks ("divisible by 12"); if not,
  /// threads beyond the edge must be kept from writing.
  static bool tiles(const pass_plan& plan) {
    return plan.shape.n % interior(plan.block.x) == 0 && plan.shape.n % interior(plan.block.y) == 0;
  }
};

/// Where the thread's cell lies, border included; up to a block outside the field where blocks do
/// not tile it.
struct bordered_cell {
  int x, y;
  bool writer;
};
__device__ inline bordered_cell cell_of_thread() {
  const int tx = int(threadIdx.x), ty = int(threadIdx.y), bx = int(blockDim.x),
            by = int(blockDim.y);
  return {int(blockIdx.x) * (bx - 4) + tx - 2, int(blockIdx.y) * (by - 4) + ty - 2,
          tx >= 2 && tx < bx - 2 && ty >= 2 && ty < by - 2};
}

/// The stencil around tile cell i of a block whose rows are `width` threads wide.
template <class Real>
__device__ __forceinline__ cells_2d<Real> cells_in_tile(device::span<const Real> tile, unsigned i,
                                                        unsigned width) {
  return {tile[i],
          {tile[i - 1], tile[i + 1], tile[i - width], tile[i + width]},
          {tile[i - width - 1], tile[i + width + 1], tile[i - width + 1], tile[i + width - 1]},
          {tile[i - 2], tile[i + 2], tile[i - 2 * width], tile[i + 2 * width]}};
}

/// Equals: for each cell: out = base + change(stencil of in around it).
///
/// Guarded: blocks do not tile the field. Cells past the last border read a cell that no writer
/// uses. Midpoint: as global_step_2d.
template <class Real, bool Guarded, bool Midpoint>
__global__ void shared_step_2d(device::span<const Real> in, device::span<const Real> base,
                               device::span<Real> out, lattice l, coefficients<Real> p) {
  const auto tile = device::dynamic_shared<Real>(blockDim.x * blockDim.y);
  const unsigned t = threadIdx.y * blockDim.x + threadIdx.x;
  auto [x, y, writer] = cell_of_thread();
  if (Guarded) {
    writer = writer && x < l.n && y < l.n;
    x = x < l.n + 2 ? x : 0;
    y = y < l.n + 2 ? y : 0;
  }
  tile[t] = in[l.row(l.inside(y)) + l.inside(x)];
  __syncthreads();
  if (writer) {
    const cells_2d<Real> cells = cells_in_tile(device::span<const Real>(tile), t, blockDim.x);
    const std::size_t i = l.row(y) + x;
    out[i] = (Midpoint ? base[i] : cells.centre) + change(p, cells);
  }
}

/// Binds the shape once; called for each pass.
template <class Real>
class shared_pass_2d {
 public:
  using kernel = void (*)(device::span<const Real>, device::span<const Real>, device::span<Real>,
                          lattice, coefficients<Real>);

  explicit shared_pass_2d(const pass_plan& plan)
      : lattice_(plan.shape),
        printed_(bordered_block::tiles(plan)),
        shape_{bordered_block::grid(plan), plan.block, plan.block.x * plan.block.y * sizeof(Real)} {
  }

  void operator()(device::stream& queue, const coefficients<Real>& p, const device_field<Real>& in,
                  const device_field<Real>& base, device_field<Real>& out) const {
    device::launch(queue, chosen(&in != &base), shape_, in.view(), base.view(), out.view(),
                   lattice_, p);
  }
  device::launch_report describe(bool midpoint) const {
    return device::describe(
        printed_ ? "shared_step_2d, printed form" : "shared_step_2d, guarded form",
        chosen(midpoint), shape_);
  }

 private:
  kernel chosen(bool midpoint) const {
    if (printed_)
      return midpoint ? shared_step_2d<Real, false, true> : shared_step_2d<Real, false, false>;
    return midpoint ? shared_step_2d<Real, true, true> : shared_step_2d<Real, true, false>;
  }

  lattice lattice_;
  bool printed_;
  device::launch_shape shape_;
};

}  // namespace cahn_hilliard
