// Kernels A and C in 3-D, of which the paper shows a run (Fig 1): 25 cells a thread, from global
// memory or through a texture.
#pragma once

#include "kernels/cahn_hilliard/pass.cuh"

namespace cahn_hilliard {

/// Neighbours of (x, y, z) anywhere, looked up; `read` takes the index of a cell.
template <class Real, class Read>
__device__ __forceinline__ cells_3d<Real> gather_at_face(const lattice& l, int x, int y, int z,
                                                         Read read) {
  const int w = l.inside(x - 1), ww = l.inside(x - 2), e = l.inside(x + 1), ee = l.inside(x + 2);
  const int n = l.inside(y - 1), nn = l.inside(y - 2), s = l.inside(y + 1), ss = l.inside(y + 2);
  const int a = l.inside(z - 1), aa = l.inside(z - 2), b = l.inside(z + 1), bb = l.inside(z + 2);
  const auto at = [&](int cx, int cy, int cz) { return read(l.row(cy, cz) + cx); };
  return {at(x, y, z),
          {at(w, y, z), at(e, y, z), at(x, n, z), at(x, s, z), at(x, y, a), at(x, y, b)},
          {at(w, n, z), at(e, s, z), at(e, n, z), at(w, s, z), at(w, y, a), at(e, y, b),
           at(e, y, a), at(w, y, b), at(x, n, a), at(x, s, b), at(x, s, a), at(x, n, b)},
          {at(ww, y, z), at(ee, y, z), at(x, nn, z), at(x, ss, z), at(x, y, aa), at(x, y, bb)}};
}

/// Neighbours of cell i, at least two cells from every face; `row` and `plane` are the distances
/// along y and z.
template <class Real, class Read>
__device__ __forceinline__ cells_3d<Real> gather_inside(std::size_t i, std::size_t row,
                                                        std::size_t plane, Read read) {
  return {
      read(i),
      {read(i - 1), read(i + 1), read(i - row), read(i + row), read(i - plane), read(i + plane)},
      {read(i - row - 1), read(i + row + 1), read(i - row + 1), read(i + row - 1),
       read(i - plane - 1), read(i + plane + 1), read(i - plane + 1), read(i + plane - 1),
       read(i - plane - row), read(i + plane + row), read(i - plane + row), read(i + plane - row)},
      {read(i - 2), read(i + 2), read(i - 2 * row), read(i + 2 * row), read(i - 2 * plane),
       read(i + 2 * plane)}};
}

/// The stencil around (x, y, z). All threads of a block but those at a face take the second way.
template <class Real, class Read>
__device__ __forceinline__ cells_3d<Real> gather(const lattice& l, int x, int y, int z, Read read) {
  const auto near_face = [&](int i) { return i < 2 || i >= l.n - 2; };
  if (near_face(x) || near_face(y) || near_face(z)) return gather_at_face<Real>(l, x, y, z, read);
  return gather_inside<Real>(l.row(y, z) + x, static_cast<std::size_t>(l.pitch), l.row(0, 1), read);
}

/// Equals: for each cell: out = base + change(stencil of in around it). Midpoint: as
/// global_step_2d.
template <class Real, bool Midpoint>
__global__ void global_step_3d(device::span<const Real> in, device::span<const Real> base,
                               device::span<Real> out, lattice l, coefficients<Real> p) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y),
            z = static_cast<int>(blockIdx.z);
  if (x >= l.n || y >= l.n) return;
  const cells_3d<Real> cells = gather<Real>(l, x, y, z, [&](std::size_t i) { return in[i]; });
  const std::size_t i = l.row(y, z) + x;
  out[i] = (Midpoint ? base[i] : cells.centre) + change(p, cells);
}

template <class Real>
struct global_3d : kernel_traits<Real> {
  static constexpr const char* name = "global_step_3d";
  static auto instance(const pass_plan&, bool midpoint) {
    return midpoint ? global_step_3d<Real, true> : global_step_3d<Real, false>;
  }
};

/// What a linear texture holds on every GPU in use.
constexpr std::size_t most_linear_texels = static_cast<std::size_t>(1) << 27;

/// As global_step_3d. A texture with three coordinates needs an array of its own, into which every
/// pass would have to be copied; so the field is bound as it lies, as a linear texture, and indices
/// are wrapped by hand.
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
struct texture_3d : kernel_traits<Real> {
  static constexpr const char* name = "texture_step_3d";
  static auto instance(const pass_plan&, bool midpoint) {
    return midpoint ? texture_step_3d<Real, true> : texture_step_3d<Real, false>;
  }
  static auto texture(const device_field<Real>& cells) {
    return device::texture<Real>::linear(cells.buffer());
  }
};

}  // namespace cahn_hilliard
