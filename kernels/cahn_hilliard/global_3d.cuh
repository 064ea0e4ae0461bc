// Kernel A in 3-D, which the paper shows a run of (Fig 1): 25 cells a thread from global memory.
#pragma once

#include "kernels/cahn_hilliard/lattice.h"

namespace cahn_hilliard {

/// The 25 cells that read(x, y, z) gives around (x, y, z), neighbours looked up.
template <class Real, class Read>
__device__ __forceinline__ cells_3d<Real> cells_around(const lattice& l, int x, int y, int z,
                                                       Read read) {
  const int w = l.inside(x - 1), ww = l.inside(x - 2), e = l.inside(x + 1), ee = l.inside(x + 2);
  const int n = l.inside(y - 1), nn = l.inside(y - 2), s = l.inside(y + 1), ss = l.inside(y + 2);
  const int a = l.inside(z - 1), aa = l.inside(z - 2), b = l.inside(z + 1), bb = l.inside(z + 2);
  return {
      read(x, y, z),
      {read(w, y, z), read(e, y, z), read(x, n, z), read(x, s, z), read(x, y, a), read(x, y, b)},
      {read(w, n, z), read(e, s, z), read(e, n, z), read(w, s, z), read(w, y, a), read(e, y, b),
       read(e, y, a), read(w, y, b), read(x, n, a), read(x, s, b), read(x, s, a), read(x, n, b)},
      {read(ww, y, z), read(ee, y, z), read(x, nn, z), read(x, ss, z), read(x, y, aa),
       read(x, y, bb)}};
}

/// The same around cell i, at least two cells from every face; `row` and `plane` are the distances
/// along y and z.
template <class Real>
__device__ __forceinline__ cells_3d<Real> cells_inside(device::span<const Real> in, std::size_t i,
                                                       std::size_t row, std::size_t plane) {
  return {in[i],
          {in[i - 1], in[i + 1], in[i - row], in[i + row], in[i - plane], in[i + plane]},
          {in[i - row - 1], in[i + row + 1], in[i - row + 1], in[i + row - 1], in[i - plane - 1],
           in[i + plane + 1], in[i - plane + 1], in[i + plane - 1], in[i - plane - row],
           in[i + plane + row], in[i - plane + row], in[i + plane - row]},
          {in[i - 2], in[i + 2], in[i - 2 * row], in[i + 2 * row], in[i - 2 * plane],
           in[i + 2 * plane]}};
}

__device__ inline bool away_from_faces(const lattice& l, int x, int y, int z) {
  const auto away = [&](int i) { return i >= 2 && i < l.n - 2; };
  return away(x) && away(y) && away(z);
}

/// Equals: for each cell: out = base + change(stencil of in around it). A block is one plane thick,
/// z is its index.
template <class Real, bool Midpoint>
__global__ void global_step_3d(device::span<const Real> in, device::span<const Real> base,
                               device::span<Real> out, lattice l, coefficients<Real> p) {
  const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = int(blockIdx.y * blockDim.y + threadIdx.y), z = int(blockIdx.z);
  if (x >= l.n || y >= l.n) return;
  const std::size_t i = l.row(y, z) + x;
  const auto read = [&](int rx, int ry, int rz) { return in[l.row(ry, rz) + rx]; };
  const cells_3d<Real> cells = away_from_faces(l, x, y, z)
                                   ? cells_inside(in, i, std::size_t(l.pitch), l.row(0, 1))
                                   : cells_around<Real>(l, x, y, z, read);
  out[i] = (Midpoint ? base[i] : cells.centre) + change(p, cells);
}

/// Binds the shape once; called for each pass.
template <class Real>
class global_pass_3d {
 public:
  explicit global_pass_3d(const pass_plan& plan)
      : lattice_(plan.shape),
        shape_{{blocks_for(plan.shape.n, int(plan.block.x)),
                blocks_for(plan.shape.n, int(plan.block.y)), unsigned(plan.shape.n)},
               plan.block,
               0} {}

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
