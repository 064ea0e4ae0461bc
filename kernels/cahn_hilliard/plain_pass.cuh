// A pass in the order of stencil.h over rows that come one after another: every bulk term is worked
// out once, and rows are kept in registers until the stencil has left them.
#pragma once

#include "kernels/cahn_hilliard/row.cuh"
#include "kernels/cahn_hilliard/stencil.h"

namespace cahn_hilliard {

template <class Real, int Cells>
class plain_pass {
 public:
  using row = cahn_hilliard::row<Real, Cells>;

  /// Of the input, the row that the next call of passed() updates.
  __device__ __forceinline__ const row& centre() const { return here_.phi.own(); }

  /// Takes the next row of the input and gives back the output two rows before it: base + change.
  __device__ __forceinline__ row passed(const row& next, const row& base,
                                        const coefficients<Real>& p) {
    const wider_row<Real, Cells, 1> bulk_here(here_.bulk);
    row out;
#pragma unroll
    for (int c = 0; c < Cells; ++c) {
      const auto &n = north_.phi, &h = here_.phi, &s = south_.phi;
      const cells_2d<Real> cells{h[c],
                                 {h[c - 1], h[c + 1], n[c], s[c]},
                                 {n[c - 1], s[c + 1], n[c + 1], s[c - 1]},
                                 {h[c - 2], h[c + 2], north2_.cell[c], next.cell[c]}};
      const Real bulk_near =
          (bulk_here[c - 1] + bulk_here[c + 1]) + (north_.bulk.cell[c] + south_.bulk.cell[c]);
      out.cell[c] = base.cell[c] + change(p, cells, bulk_here[c], bulk_near);
    }
    north2_ = north_.phi.own();
    north_ = here_, here_ = south_, south_ = known(next, p);
    return out;
  }

 private:
  struct known_row {
    wider_row<Real, Cells, 2> phi;
    row bulk;
  };
  static __device__ __forceinline__ known_row known(const row& phi, const coefficients<Real>& p) {
    known_row made{wider_row<Real, Cells, 2>(phi), {}};
#pragma unroll
    for (int c = 0; c < Cells; ++c) made.bulk.cell[c] = bulk(p, phi.cell[c]);
    return made;
  }

  known_row south_{}, here_{}, north_{};  ///< one, two and three rows before the next
  row north2_{};                          ///< four rows before it
};

}  // namespace cahn_hilliard
