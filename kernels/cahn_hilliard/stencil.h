// One cell of eq (2), d phi/dt = m lap(-b phi + u phi^3 - K lap phi), on a lattice of spacing 1
// (Leist et al. 2009, Sect. 3.1.5, Fig 5). Host and device share these functions, and with them the
// order of every sum: that is why the kernels, the CPU variants and the reference agree bit for
// bit. They are constexpr so that nvcc lets a kernel call them.
#pragma once

namespace cahn_hilliard {

enum class boundary { periodic, mirror };
enum class integrator { euler, rk2 };

/// The cell that stands for cell i of a line of n >= 5 cells; i may lie up to 2 outside. A mirror
/// stands at the cells' outer faces (-1 is 0, -2 is 1), so that no matter flows through it.
constexpr int neighbour(int i, int n, boundary edge) {
  if (i >= 0 && i < n) return i;
  if (edge == boundary::periodic) return i < 0 ? i + n : i - n;
  return i < 0 ? -1 - i : 2 * n - 1 - i;
}

/// Eq (2) for one pass: out = base + step * (lap f - K lap lap phi), f = -b phi + u phi^3.
template <class Real>
struct coefficients {
  Real b, u, k;
  Real step;  ///< m dt, or half of it in the first pass of RK2
};

/// The 13 cells that the 2-D stencil reads. Opposite cells stand side by side: their sums come
/// first, so that a rotation or reflection of the field only exchanges terms.
template <class Real>
struct cells_2d {
  Real centre;
  Real near[4];      ///< west, east, north, south
  Real diagonal[4];  ///< north-west, south-east, north-east, south-west
  Real far[4];       ///< two to the west, east, north, south
};

/// Those by at(dx, dy), the cell so far to the east and south.
template <class Real, class At>
constexpr cells_2d<Real> cells_around(At at) {
  return {at(0, 0),
          {at(-1, 0), at(1, 0), at(0, -1), at(0, 1)},
          {at(-1, -1), at(1, 1), at(1, -1), at(-1, 1)},
          {at(-2, 0), at(2, 0), at(0, -2), at(0, 2)}};
}

/// The 25 cells that the 3-D stencil reads, opposite ones side by side.
template <class Real>
struct cells_3d {
  Real centre;
  Real near[6];       ///< -x, +x, -y, +y, -z, +z
  Real diagonal[12];  ///< the 12 cells at distance sqrt 2, plane by plane: xy, xz, yz
  Real far[6];        ///< two along -x, +x, -y, +y, -z, +z
};

template <class Real>
constexpr Real bulk(const coefficients<Real>& p, Real phi) {
  return (p.u * phi * phi - p.b) * phi;
}

/// What one pass adds to a cell, from the bulk terms of the cell and of its near neighbours, those
/// added up.
template <class Real>
constexpr Real change(const coefficients<Real>& p, const cells_2d<Real>& s, Real bulk_centre,
                      Real bulk_near) {
  const Real near = (s.near[0] + s.near[1]) + (s.near[2] + s.near[3]);
  const Real diagonal = (s.diagonal[0] + s.diagonal[1]) + (s.diagonal[2] + s.diagonal[3]);
  const Real far = (s.far[0] + s.far[1]) + (s.far[2] + s.far[3]);
  const Real laplacian = bulk_near - Real{4} * bulk_centre;
  const Real biharmonic = (Real{20} * s.centre - Real{8} * near) + (Real{2} * diagonal + far);
  return p.step * (laplacian - p.k * biharmonic);
}

/// What one pass adds to a cell. The cube is needed at the five near points only: lap lap phi is
/// linear.
template <class Real>
constexpr Real change(const coefficients<Real>& p, const cells_2d<Real>& s) {
  const Real bulk_near =
      (bulk(p, s.near[0]) + bulk(p, s.near[1])) + (bulk(p, s.near[2]) + bulk(p, s.near[3]));
  return change(p, s, bulk(p, s.centre), bulk_near);
}

/// As above in 3-D. Terms of the x, y and z pairs are added in that order.
template <class Real>
constexpr Real change(const coefficients<Real>& p, const cells_3d<Real>& s) {
  const Real bulk_near =
      ((bulk(p, s.near[0]) + bulk(p, s.near[1])) + (bulk(p, s.near[2]) + bulk(p, s.near[3]))) +
      (bulk(p, s.near[4]) + bulk(p, s.near[5]));
  const Real near = ((s.near[0] + s.near[1]) + (s.near[2] + s.near[3])) + (s.near[4] + s.near[5]);
  const auto plane = [&](int first) {
    return (s.diagonal[first] + s.diagonal[first + 1]) +
           (s.diagonal[first + 2] + s.diagonal[first + 3]);
  };
  const Real diagonal = (plane(0) + plane(4)) + plane(8);
  const Real far = ((s.far[0] + s.far[1]) + (s.far[2] + s.far[3])) + (s.far[4] + s.far[5]);
  const Real laplacian = bulk_near - Real{6} * bulk(p, s.centre);
  const Real biharmonic = (Real{42} * s.centre - Real{12} * near) + (Real{2} * diagonal + far);
  return p.step * (laplacian - p.k * biharmonic);
}

}  // namespace cahn_hilliard
