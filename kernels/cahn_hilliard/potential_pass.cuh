// A pass in the order of potential_form.h over rows that come one after another: every mu is worked
// out once, and kept in registers for its neighbours above and below.
#pragma once

#include "kernels/cahn_hilliard/potential_form.h"
#include "kernels/cahn_hilliard/row.cuh"

namespace cahn_hilliard {

template <class Real, int Cells>
class potential_pass {
 public:
  using row = cahn_hilliard::row<Real, Cells>;

  /// The row of the input that the next call of passed() updates.
  __device__ __forceinline__ const row& centre() const { return phi_north_; }

  /// Takes the next row of the input and gives back the output two rows before it: base + step *
  /// lap mu.
  __device__ __forceinline__ row passed(const row& next, const row& base,
                                        const coefficients<Real>& p) {
    const wider_row<Real, Cells> phi(phi_), mu(mu_);
    row newest, out;
#pragma unroll
    for (int c = 0; c < Cells; ++c) {
      const Real near = (phi[c - 1] + phi[c + 1]) + (phi_north_.cell[c] + next.cell[c]);
      newest.cell[c] = potential_of<4>(p, phi[c], near);
    }
#pragma unroll
    for (int c = 0; c < Cells; ++c) {
      const Real near = (mu[c - 1] + mu[c + 1]) + (mu_north_.cell[c] + newest.cell[c]);
      out.cell[c] = stepped<4>(p, base.cell[c], mu[c], near);
    }
    phi_north_ = phi_, phi_ = next;
    mu_north_ = mu_, mu_ = newest;
    return out;
  }

 private:
  row phi_{}, phi_north_{};  ///< one row and two rows before the next
  row mu_{}, mu_north_{};    ///< two rows and three rows before it
};

}  // namespace cahn_hilliard
