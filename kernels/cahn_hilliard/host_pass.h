// One pass on the CPU: what the variants cpu_serial and cpu_parallel run.
#pragma once

#include "kernels/cahn_hilliard/problem.h"

namespace cahn_hilliard {

/// serial: one thread, plain loops, the compiler's baseline instruction set (the paper's
/// single-thread C program). parallel: rows shared among all cores, each row vectorised with the
/// widest instructions this CPU has.
enum class host_style { serial, parallel };

/// What a pass writes. low: what conserving.h carries; null: the plain update.
template <class Real>
struct pass_output {
  Real *phi, *low = nullptr;
};

/// out[cell] = base[cell] + change(stencil of in around cell), or conserving.h's. `in` must not be
/// `out`; `base` may be either.
template <class Real>
void host_pass(const settings&, host_style, const coefficients<Real>&, const Real* in,
               const Real* base, pass_output<Real> out);

extern template void host_pass(const settings&, host_style, const coefficients<float>&,
                               const float*, const float*, pass_output<float>);
extern template void host_pass(const settings&, host_style, const coefficients<double>&,
                               const double*, const double*, pass_output<double>);

}  // namespace cahn_hilliard
