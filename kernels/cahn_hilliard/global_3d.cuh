// Kernel A in 3-D, of which the paper shows a run (Fig 1): 25 cells a thread from global memory.
#pragma once

#include "kernels/cahn_hilliard/gather_3d.h"

namespace cahn_hilliard {

/// Equals: for each cell: out = base + change(stencil of in around it). Midpoint: as
/// global_step_2d.
template <class Real, bool Midpoint>
__global__ void global_step_3d(device::span<const Real> in, device::span<const Real> base,
                               device::span<Real> out, lattice l, coefficients<Real> p) {
  const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = int(blockIdx.y * blockDim.y + threadIdx.y), z = int(blockIdx.z);
  if (x >= l.n || y >= l.n) return;
  const cells_3d<Real> cells = gather<Real>(l, x, y, z, [&](std::size_t i) { return in[i]; });
  const std::size_t i = l.row(y, z) + x;
  out[i] = (Midpoint ? base[i] : cells.centre) + change(p, cells);
}

/// Binds the shape once; called for each pass.
template <class Real>
class global_pass_3d {
 public:
  explicit global_pass_3d(const pass_plan& plan)
      : lattice_(plan.shape), shape_{grid_3d(plan), plan.block, 0} {}

  void operator()(device::stream& queue, const coefficients<Real>& p, const device_field<Real>& in,
                  const device_field<Real>& base, device_field<Real>& out) const {
    device::launch(queue, chosen(&in != &base), shape_, in.view(), base.view(), out.view(),
                   lattice_, p);
  }
  device::launch_report describe(bool midpoint) const {
    return device::describe("global_step_3d", chosen(midpoint), shape_);
  }

 private:
  static auto chosen(bool midpoint) {
    return midpoint ? global_step_3d<Real, true> : global_step_3d<Real, false>;
  }

  lattice lattice_;
  device::launch_shape shape_;
};

}  // namespace cahn_hilliard
