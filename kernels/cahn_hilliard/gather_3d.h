// The 25 cells of a 3-D stencil, for the kernels that differ in how they read one.
#pragma once

#include "kernels/cahn_hilliard/lattice.h"

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

}  // namespace cahn_hilliard
