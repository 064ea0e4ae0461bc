// One cell of the update that keeps the mean of phi in single precision. In stencil.h's a cell adds
// up 13 or 25 terms and rounds by itself, so that what it gains is not quite what its neighbours
// lose, and the new phi is rounded once more. Near rest both repeat at every step: the mean drifts,
// by 1e-11 to 1e-9 a step in float. Either alone does not cure it:
//   - what flows through a face is a difference of two potentials, for the cell on its one side the
//     exact negative of what it is for the cell on the other;
//   - what the addition to phi rounds off is carried beside phi, and added the next time.
#pragma once

#include "kernels/cahn_hilliard/stencil.h"

namespace cahn_hilliard {

/// The chemical potential -b phi + u phi^3 - K lap phi. Every cell whose fluxes it enters computes
/// it anew, from the same cells in the same order.
template <class Real>
constexpr Real potential(const coefficients<Real>& p, Real phi, Real w, Real e, Real n, Real s) {
  return bulk(p, phi) - p.k * (((w + e) + (n + s)) - Real{4} * phi);
}
template <class Real>
constexpr Real potential(const coefficients<Real>& p, Real phi, Real w, Real e, Real n, Real s,
                         Real a, Real b) {
  return bulk(p, phi) - p.k * ((((w + e) + (n + s)) + (a + b)) - Real{6} * phi);
}

/// change() of stencil.h, as fluxes.
template <class Real>
constexpr Real change_by_fluxes(const coefficients<Real>& p, const cells_2d<Real>& cells) {
  const auto& [c, near, d, far] = cells;
  const Real here = potential(p, c, near[0], near[1], near[2], near[3]);
  const Real west = potential(p, near[0], far[0], c, d[0], d[3]) - here;
  const Real east = potential(p, near[1], c, far[1], d[2], d[1]) - here;
  const Real north = potential(p, near[2], d[0], d[2], far[2], c) - here;
  const Real south = potential(p, near[3], d[3], d[1], c, far[3]) - here;
  return p.step * ((west + east) + (north + south));
}

/// As above in 3-D; a (above) and b (below) lie at z - 1 and z + 1.
template <class Real>
constexpr Real change_by_fluxes(const coefficients<Real>& p, const cells_3d<Real>& cells) {
  const auto& [c, near, d, far] = cells;
  const Real here = potential(p, c, near[0], near[1], near[2], near[3], near[4], near[5]);
  const Real west = potential(p, near[0], far[0], c, d[0], d[3], d[4], d[7]) - here;
  const Real east = potential(p, near[1], c, far[1], d[2], d[1], d[6], d[5]) - here;
  const Real north = potential(p, near[2], d[0], d[2], far[2], c, d[8], d[11]) - here;
  const Real south = potential(p, near[3], d[3], d[1], c, far[3], d[10], d[9]) - here;
  const Real above = potential(p, near[4], d[4], d[6], d[8], d[10], far[4], c) - here;
  const Real below = potential(p, near[5], d[7], d[5], d[11], d[9], c, far[5]) - here;
  return p.step * (((west + east) + (north + south)) + (above + below));
}

/// A cell, and what it lacks for having been rounded.
template <class Real>
struct carried {
  Real phi, low;
};

/// base + low + change, split without loss but that of low + change (Knuth's two-sum).
template <class Real>
constexpr carried<Real> add_carrying(Real base, Real low, Real change) {
  const Real addend = change + low;
  const Real sum = base + addend;
  const Real added = sum - base;
  return {sum, (base - (sum - added)) + (addend - added)};
}

}  // namespace cahn_hilliard
