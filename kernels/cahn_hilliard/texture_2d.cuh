// Kernel C (Leist et al. 2009, Sect. 3.1.8, Listing 8): every thread reads its 13 cells through the
// texture unit, which also wraps or mirrors them at the edge.
#pragma once

#include "kernels/cahn_hilliard/texture_bindings.h"

namespace cahn_hilliard {

/// Normalised coordinates reach the middle of texel x at (x + 1/2)/n. Without the half texel they
/// lie between two texels, where rounding decides unless n is a power of two: what the paper found
/// and could not explain (Sect. 3.1.9). Single precision places them to 0.002 of a texel up to n =
/// 32768.
template <class Real>
__device__ __forceinline__ cells_2d<Real> cells_by_texture(device::texture_object in, int x, int y,
                                                           float per_cell) {
  const auto along = [&](int i) { return (float(i) + 0.5f) * per_cell; };
  const float x0 = along(x), w = along(x - 1), ww = along(x - 2), e = along(x + 1),
              ee = along(x + 2);
  const float y0 = along(y), n = along(y - 1), nn = along(y - 2), s = along(y + 1),
              ss = along(y + 2);
  const auto at = [&](float u, float v) { return tex2D<Real>(in, u, v); };
  return {at(x0, y0),
          {at(w, y0), at(e, y0), at(x0, n), at(x0, s)},
          {at(w, n), at(e, s), at(e, n), at(w, s)},
          {at(ww, y0), at(ee, y0), at(x0, nn), at(x0, ss)}};
}

/// Equals: for each cell: out = base + change(stencil of in around it). Midpoint: as
/// global_step_2d.
template <class Real, bool Midpoint>
__global__ void texture_step_2d(device::texture_object in, device::span<const Real> base,
                                device::span<Real> out, lattice l, float per_cell,
                                coefficients<Real> p) {
  const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = int(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= l.n || y >= l.n) return;
  const cells_2d<Real> cells = cells_by_texture<Real>(in, x, y, per_cell);
  const std::size_t i = l.row(y) + x;
  out[i] = (Midpoint ? base[i] : cells.centre) + change(p, cells);
}

/// Binds the shape once, then the fields; called for each pass.
template <class Real>
class texture_pass_2d {
 public:
  explicit texture_pass_2d(const pass_plan& plan)
      : lattice_(plan.shape),
        shape_{{blocks_for(plan.shape.n, int(plan.block.x)),
                blocks_for(plan.shape.n, int(plan.block.y))},
               plan.block,
               0} {}

  void bind(const std::vector<device_field<Real>>& fields) {
    const auto mode = lattice_.edge == boundary::mirror ? device::address_mode::mirror
                                                        : device::address_mode::wrap;
    textures_.bind(fields, [&](const auto& cells) {
      return rows_as_texture(cells, device::sampling{mode, true});
    });
  }
  void operator()(device::stream& queue, const coefficients<Real>& p, const device_field<Real>& in,
                  const device_field<Real>& base, device_field<Real>& out) const {
    device::launch(queue, chosen(&in != &base), shape_, textures_.of(in), base.view(), out.view(),
                   lattice_, 1.0f / float(lattice_.n), p);
  }
  device::launch_report describe(bool midpoint) const {
    return device::describe("texture_step_2d", chosen(midpoint), shape_);
  }

 private:
  static auto chosen(bool midpoint) {
    return midpoint ? texture_step_2d<Real, true> : texture_step_2d<Real, false>;
  }

  lattice lattice_;
  device::launch_shape shape_;
  texture_bindings<Real> textures_;
};

}  // namespace cahn_hilliard
