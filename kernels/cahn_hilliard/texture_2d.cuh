// Kernel C (Leist et al. 2009, Sect. 3.1.8, Listing 8): every thread reads its 13 cells through the
// texture unit, which also wraps or mirrors them at the edge. In the paper's time it did so in
// arrays alone, which no kernel could write.
#pragma once

#include <type_traits>

#include "kernels/cahn_hilliard/pass.cuh"

namespace cahn_hilliard {

/// Normalised coordinates reach the middle of texel x at (x + 1/2)/n. Without the half texel they
/// lie between two texels, where rounding decides unless n is a power of two: what the paper found
/// and could not explain (Sect. 3.1.9). Single precision places them to 0.002 of a texel up to n =
/// 32768.
template <class Real>
__device__ __forceinline__ cells_2d<Real> cells_by_texture(device::texture_object in, int x, int y,
                                                           float per_cell) {
  const auto along = [&](int i) { return (static_cast<float>(i) + 0.5f) * per_cell; };
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
/// global_step_2d. Base: a span of linear memory, or the texture of an array.
template <class Real, class Base, bool Midpoint>
__global__ void texture_step_2d(device::texture_object in, Base base, device::span<Real> out,
                                lattice l, float per_cell, coefficients<Real> p) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= l.n || y >= l.n) return;
  const cells_2d<Real> cells = cells_by_texture<Real>(in, x, y, per_cell);
  const std::size_t i = l.row(y) + x;
  const auto base_cell = [&] {
    if constexpr (std::is_same_v<Base, device::texture_object>)
      return tex2D<Real>(base, (static_cast<float>(x) + 0.5f) * per_cell,
                         (static_cast<float>(y) + 0.5f) * per_cell);
    else
      return base[i];
  };
  out[i] = (Midpoint ? base_cell() : cells.centre) + change(p, cells);
}

/// By normalised coordinates, beyond the edges too.
inline device::sampling beyond(boundary edge) {
  return {edge == boundary::mirror ? device::address_mode::mirror : device::address_mode::wrap,
          true};
}

template <class Real>
struct texture_2d : kernel_traits<Real> {
  static constexpr const char* name = "texture_step_2d";
  static auto instance(const pass_plan&, bool midpoint) {
    using base = device::span<const Real>;
    return midpoint ? texture_step_2d<Real, base, true> : texture_step_2d<Real, base, false>;
  }
  static auto texture(const device_field<Real>& cells) {
    return cells.as_texture(beyond(cells.shape().edge));
  }
  static auto own(const pass_plan& plan) {
    return std::tuple(1.0f / static_cast<float>(plan.shape.n));
  }
};

}  // namespace cahn_hilliard
