// Kernel C in 3-D. A texture with three coordinates needs an array of its own, into which every
// pass would have to be copied; so the field is bound as it lies, as a linear texture, and indices
// are wrapped by hand.
#pragma once

#include "kernels/cahn_hilliard/gather_3d.h"
#include "kernels/cahn_hilliard/pass.cuh"

namespace cahn_hilliard {

/// What a linear texture holds on every GPU in use.
constexpr std::size_t most_linear_texels = static_cast<std::size_t>(1) << 27;

/// Equals: for each cell: out = base + change(stencil of in around it). Midpoint: as
/// global_step_2d.
template <class Real, bool Midpoint>
__global__ void texture_step_3d(device::texture_object in, device::span<const Real> base,
                                device::span<Real> out, lattice l, coefficients<Real> p) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y),
            z = static_cast<int>(blockIdx.z);
  if (x >= l.n || y >= l.n) return;
  const cells_3d<Real> cells = gather<Real>(
      l, x, y, z, [&](std::size_t i) { return tex1Dfetch<Real>(in, static_cast<int>(i)); });
  const std::size_t i = l.row(y, z) + x;
  out[i] = (Midpoint ? base[i] : cells.centre) + change(p, cells);
}

template <class Real>
struct texture_3d {
  using real = Real;
  static constexpr const char* name = "texture_step_3d";
  static device::launch_shape shape(const pass_plan& plan) { return {grid_3d(plan), plan.block}; }
  static auto instance(const pass_plan&, bool midpoint) {
    return midpoint ? texture_step_3d<Real, true> : texture_step_3d<Real, false>;
  }
  static auto texture(const device_field<Real>& cells) {
    return device::texture<Real>::linear(cells.buffer());
  }
};

}  // namespace cahn_hilliard
