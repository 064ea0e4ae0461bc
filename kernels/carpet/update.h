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

}  // namespace carpet
