// The plain loop: the specification that every variant must equal.
#pragma once

#include "kernels/cahn_hilliard/problem.h"

namespace cahn_hilliard {

/// The field after problem.steps steps. A pass is out[cell] = base[cell] + change(stencil of in
/// around cell). Euler: phi' = pass(phi, phi, dt). RK2 (midpoint): mid = pass(phi, phi, dt/2); phi'
/// = pass(mid, phi, dt). If problem.conserving, the pass that makes phi' is {out, low}[cell] =
/// add_carrying(base, low, change_by_fluxes(stencil of in around cell)), low 0 at first. Rows are
/// shared among the cores, which changes no sum.
field reference(const problem&);

}  // namespace cahn_hilliard
