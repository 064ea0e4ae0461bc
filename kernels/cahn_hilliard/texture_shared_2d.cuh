// Kernel D (Leist et al. 2009, Sect. 3.1.9, Listing 9): one texture read a thread into a bordered
// tile of shared memory. As printed: unnormalised coordinates, indices wrapped by hand.
#pragma once

#include "kernels/cahn_hilliard/bordered_tile.h"
#include "kernels/cahn_hilliard/texture_bindings.h"

namespace cahn_hilliard {

/// Equals: for each cell: out = base + change(stencil of in around it). Midpoint: as
/// global_step_2d.
template <class Real, bool Guarded, bool Midpoint>
__global__ void texture_shared_step_2d(device::texture_object in, device::span<const Real> base,
                                       device::span<Real> out, lattice l, coefficients<Real> p) {
  const auto read = [&](int x, int y) { return tex2D<Real>(in, float(x) + 0.5f, float(y) + 0.5f); };
  bordered_step<Real, Guarded, Midpoint>(read, base, out, l, p);
}

/// Binds the shape once, then the fields; called for each pass.
template <class Real>
class texture_shared_pass_2d {
 public:
  explicit texture_shared_pass_2d(const pass_plan& plan)
      : lattice_(plan.shape),
        printed_(bordered_block::tiles(plan)),
        shape_(bordered_block::shape<Real>(plan)) {}

  void bind(const std::vector<device_field<Real>>& fields) {
    textures_.bind(fields,
                   [](const auto& cells) { return rows_as_texture(cells, device::sampling{}); });
  }
  void operator()(device::stream& queue, const coefficients<Real>& p, const device_field<Real>& in,
                  const device_field<Real>& base, device_field<Real>& out) const {
    device::launch(queue, chosen(&in != &base), shape_, textures_.of(in), base.view(), out.view(),
                   lattice_, p);
  }
  device::launch_report describe(bool midpoint) const {
    auto report = device::describe("texture_shared_step_2d", chosen(midpoint), shape_);
    report.form = printed_ ? "printed form" : "guarded form";
    return report;
  }

 private:
  auto chosen(bool midpoint) const {
    if (printed_) {
      return midpoint ? texture_shared_step_2d<Real, false, true>
                      : texture_shared_step_2d<Real, false, false>;
    }
    return midpoint ? texture_shared_step_2d<Real, true, true>
                    : texture_shared_step_2d<Real, true, false>;
  }

  lattice lattice_;
  bool printed_;
  device::launch_shape shape_;
  texture_bindings<Real> textures_;
};

}  // namespace cahn_hilliard
