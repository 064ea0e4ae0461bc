// Kernel C in 3-D. A texture with three coordinates needs an array of its own, into which every
// pass would have to be copied; so the field is bound as it lies, as a linear texture, and indices
// are wrapped by hand.
#pragma once

#include "kernels/cahn_hilliard/gather_3d.h"
#include "kernels/cahn_hilliard/texture_bindings.h"

namespace cahn_hilliard {

/// What a linear texture holds on every GPU in use.
constexpr std::size_t most_linear_texels = std::size_t(1) << 27;

/// Equals: for each cell: out = base + change(stencil of in around it). Midpoint: as
/// global_step_2d.
template <class Real, bool Midpoint>
__global__ void texture_step_3d(device::texture_object in, device::span<const Real> base,
                                device::span<Real> out, lattice l, coefficients<Real> p) {
  const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = int(blockIdx.y * blockDim.y + threadIdx.y), z = int(blockIdx.z);
  if (x >= l.n || y >= l.n) return;
  const cells_3d<Real> cells =
      gather<Real>(l, x, y, z, [&](std::size_t i) { return tex1Dfetch<Real>(in, int(i)); });
  const std::size_t i = l.row(y, z) + x;
  out[i] = (Midpoint ? base[i] : cells.centre) + change(p, cells);
}

/// Binds the shape once, then the fields; called for each pass.
template <class Real>
class texture_pass_3d {
 public:
  explicit texture_pass_3d(const pass_plan& plan)
      : lattice_(plan.shape), shape_{grid_3d(plan), plan.block, 0} {}

  void bind(const std::vector<device_field<Real>>& fields) {
    textures_.bind(fields,
                   [](const auto& cells) { return device::texture<Real>::linear(cells.buffer()); });
  }
  void operator()(device::stream& queue, const coefficients<Real>& p, const device_field<Real>& in,
                  const device_field<Real>& base, device_field<Real>& out) const {
    device::launch(queue, chosen(&in != &base), shape_, textures_.of(in), base.view(), out.view(),
                   lattice_, p);
  }
  device::launch_report describe(bool midpoint) const {
    return device::describe("texture_step_3d", chosen(midpoint), shape_);
  }

 private:
  static auto chosen(bool midpoint) {
    return midpoint ? texture_step_3d<Real, true> : texture_step_3d<Real, false>;
  }

  lattice lattice_;
  device::launch_shape shape_;
  texture_bindings<Real> textures_;
};

}  // namespace cahn_hilliard
