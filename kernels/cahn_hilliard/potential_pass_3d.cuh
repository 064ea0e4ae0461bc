// potential_pass in three dimensions: over planes that come one after another, of which a lane
// holds a piece of a row. The rows above and below in the plane come from other warps.
#pragma once

#include "kernels/cahn_hilliard/plane_exchange.cuh"
#include "kernels/cahn_hilliard/potential_form.h"

namespace cahn_hilliard {

template <class Real, int Cells>
class potential_pass_3d {
 public:
  using row = cahn_hilliard::row<Real, Cells>;
  using exchange = plane_exchange<Real, Cells>;
  static constexpr int exchanges = 2;

  __device__ __forceinline__ potential_pass_3d(const exchange& phi, const exchange& mu)
      : phi_rows_(phi), mu_rows_(mu) {}

  /// Of the input, the plane that the next call of passed() updates.
  __device__ __forceinline__ const row& centre() const { return phi_above_; }

  /// Takes the next plane of the input and gives back the output two planes before it. A barrier
  /// must lie between two calls.
  __device__ __forceinline__ row passed(const row& next, const row& base,
                                        const coefficients<Real>& p) {
    const wider_row<Real, Cells, 1> phi(phi_), mu(mu_);
    const row phi_north = phi_rows_.north(), phi_south = phi_rows_.south();
    const row mu_north = mu_rows_.north(), mu_south = mu_rows_.south();
    row newest, out;
#pragma unroll
    for (int c = 0; c < Cells; ++c) {
      const Real near = ((phi[c - 1] + phi[c + 1]) + (phi_north.cell[c] + phi_south.cell[c])) +
                        (phi_above_.cell[c] + next.cell[c]);
      newest.cell[c] = potential_of<6>(p, phi[c], near);
    }
#pragma unroll
    for (int c = 0; c < Cells; ++c) {
      const Real near = ((mu[c - 1] + mu[c + 1]) + (mu_north.cell[c] + mu_south.cell[c])) +
                        (mu_above_.cell[c] + newest.cell[c]);
      out.cell[c] = stepped<6>(p, base.cell[c], mu[c], near);
    }
    phi_rows_.publish(next), mu_rows_.publish(newest);
    phi_above_ = phi_, phi_ = next;
    mu_above_ = mu_, mu_ = newest;
    return out;
  }

 private:
  exchange phi_rows_, mu_rows_;
  row phi_{}, phi_above_{};  ///< one plane and two planes before the next
  row mu_{}, mu_above_{};    ///< two planes and three planes before it
};

}  // namespace cahn_hilliard
