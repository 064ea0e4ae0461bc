// The one arithmetic of the family: every variant and the reference update a site through it, and
// so agree bit for bit.
#pragma once

namespace carpet {

/// Eq. (1). `sum` is what flows in from the accessible neighbours, added in the order -x, +x, -y,
/// +y; `stays` is 4 minus their number; `here` is the site's own probability. Adding the 0 of an
/// inaccessible neighbour is exact, so a variant may do that or skip it.
template <class Real>
constexpr Real updated(Real sum, Real stays, Real here) {
  return (sum + stays * here) / 4;
}

/// The same with the division as a factor, `share`: 1/4 at an accessible site, which is updated()
/// to the last bit, as a quarter is exact; 0 at an inaccessible one, which so stays at 0.
template <class Real>
constexpr Real updated_by_share(Real sum, Real stays, Real here, Real share) {
  return (sum + stays * here) * share;
}

}  // namespace carpet
