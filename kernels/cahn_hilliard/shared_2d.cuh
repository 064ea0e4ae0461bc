// Kernel B (Leist et al. 2009, Sect. 3.1.7, Listing 7): global memory into a bordered tile of
// shared memory.
#pragma once

#include "kernels/cahn_hilliard/bordered_tile.h"

namespace cahn_hilliard {

/// Equals: for each cell: out = base + change(stencil of in around it). Midpoint: as
/// global_step_2d.
template <class Real, bool Guarded, bool Midpoint>
__global__ void shared_step_2d(device::span<const Real> in, device::span<const Real> base,
                               device::span<Real> out, lattice l, coefficients<Real> p) {
  bordered_step<Real, Guarded, Midpoint>([&](int x, int y) { return in[l.row(y) + x]; }, base, out,
                                         l, p);
}

/// Binds the shape once; called for each pass.
template <class Real>
class shared_pass_2d {
 public:
  explicit shared_pass_2d(const pass_plan& plan)
      : lattice_(plan.shape),
        printed_(bordered_block::tiles(plan)),
        shape_(bordered_block::shape<Real>(plan)) {}

  void operator()(device::stream& queue, const coefficients<Real>& p, const device_field<Real>& in,
                  const device_field<Real>& base, device_field<Real>& out) const {
    device::launch(queue, chosen(&in != &base), shape_, in.view(), base.view(), out.view(),
                   lattice_, p);
  }
  device::launch_report describe(bool midpoint) const {
    auto report = device::describe("shared_step_2d", chosen(midpoint), shape_);
    report.form = printed_ ? "printed form" : "guarded form";
    return report;
  }

 private:
  auto chosen(bool midpoint) const {
    if (printed_)
      return midpoint ? shared_step_2d<Real, false, true> : shared_step_2d<Real, false, false>;
    return midpoint ? shared_step_2d<Real, true, true> : shared_step_2d<Real, true, false>;
  }

  lattice lattice_;
  bool printed_;
  device::launch_shape shape_;
};

}  // namespace cahn_hilliard
