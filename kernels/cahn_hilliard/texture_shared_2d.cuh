// Kernel D (Leist et al. 2009, Sect. 3.1.9, Listing 9): one texture read a thread into a bordered
// tile of shared memory. As printed: unnormalised coordinates, indices wrapped by hand.
#pragma once

#include "kernels/cahn_hilliard/shared_2d.cuh"

namespace cahn_hilliard {

/// Equals: for each cell: out = base + change(stencil of in around it). Midpoint: as
/// global_step_2d.
template <class Real, tile_form Form, bool Midpoint>
__global__ void texture_shared_step_2d(device::texture_object in, device::span<const Real> base,
                                       device::span<Real> out, lattice l, coefficients<Real> p) {
  const auto read = [&](int x, int y) {
    return tex2D<Real>(in, static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
  };
  tile_step<Real, Form, Midpoint>(read, base, out, l, p);
}

template <class Real>
struct texture_shared_2d : tile_traits<Real> {
  static constexpr const char* name = "texture_shared_step_2d";
  static auto instance(const pass_plan& plan, bool midpoint) {
    return with_form(plan, [&]<tile_form Form>() {
      return midpoint ? texture_shared_step_2d<Real, Form, true>
                      : texture_shared_step_2d<Real, Form, false>;
    });
  }
  static auto texture(const device_field<Real>& cells) { return cells.as_texture({}); }
};

}  // namespace cahn_hilliard
