// The stencil of stencil.h in another order: the chemical potential mu = -b phi + u phi^3 - K lap
// phi first, then out = base + step * lap mu, by fused multiply-adds. A kernel that works mu out
// once a cell and keeps it for the four neighbours takes 12 instructions a cell and pass, where
// stencil.h's order takes 28 roundings, each of its own. What it rounds differs from stencil.h in
// the last digits; kernels of this form are compared with the reference in this form, bit for bit.
#pragma once

#include <cmath>

#include "kernels/cahn_hilliard/stencil.h"

namespace cahn_hilliard {

/// a * b + c, rounded once, on host and device alike.
template <class Real>
constexpr Real multiply_add(Real a, Real b, Real c) {
  return std::fma(a, b, c);
}

/// mu of a cell from the sum of its near neighbours, 4 in 2-D and 6 in 3-D.
template <int Neighbours, class Real>
constexpr Real potential_of(const coefficients<Real>& p, Real phi, Real near) {
  const Real local = multiply_add(p.u, phi * phi, Real{Neighbours} * p.k - p.b);
  return multiply_add(-p.k, near, local * phi);
}

/// A cell after the pass, from its mu and the sum of its neighbours'.
template <int Neighbours, class Real>
constexpr Real stepped(const coefficients<Real>& p, Real base, Real mu, Real near) {
  return multiply_add(p.step, multiply_add(Real{-Neighbours}, mu, near), base);
}

/// The pass of one cell from all cells around it: every mu anew, which changes no bit of it.
template <class Real>
constexpr Real stepped(const coefficients<Real>& p, Real base, const cells_2d<Real>& cells) {
  const auto& [c, near, d, far] = cells;
  const auto mu = [&p](Real phi, Real w, Real e, Real n, Real s) {
    return potential_of<4>(p, phi, (w + e) + (n + s));
  };
  const Real west = mu(near[0], far[0], c, d[0], d[3]), east = mu(near[1], c, far[1], d[2], d[1]);
  const Real north = mu(near[2], d[0], d[2], far[2], c), south = mu(near[3], d[3], d[1], c, far[3]);
  return stepped<4>(p, base, mu(c, near[0], near[1], near[2], near[3]),
                    (west + east) + (north + south));
}

/// As above in 3-D; a (above) and b (below) lie at z - 1 and z + 1.
template <class Real>
constexpr Real stepped(const coefficients<Real>& p, Real base, const cells_3d<Real>& cells) {
  const auto& [c, near, d, far] = cells;
  const auto mu = [&p](Real phi, Real w, Real e, Real n, Real s, Real a, Real b) {
    return potential_of<6>(p, phi, ((w + e) + (n + s)) + (a + b));
  };
  const Real west = mu(near[0], far[0], c, d[0], d[3], d[4], d[7]);
  const Real east = mu(near[1], c, far[1], d[2], d[1], d[6], d[5]);
  const Real north = mu(near[2], d[0], d[2], far[2], c, d[8], d[11]);
  const Real south = mu(near[3], d[3], d[1], c, far[3], d[10], d[9]);
  const Real above = mu(near[4], d[4], d[6], d[8], d[10], far[4], c);
  const Real below = mu(near[5], d[7], d[5], d[11], d[9], c, far[5]);
  return stepped<6>(p, base, mu(c, near[0], near[1], near[2], near[3], near[4], near[5]),
                    ((west + east) + (north + south)) + (above + below));
}

}  // namespace cahn_hilliard
