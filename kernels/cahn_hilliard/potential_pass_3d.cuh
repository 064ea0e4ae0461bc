// potential_pass in three dimensions: over planes that come one after another, of which a lane
// holds a piece of a row. The rows beside it in the plane come from other warps.
#pragma once

#include "kernels/cahn_hilliard/potential_form.h"
#include "kernels/cahn_hilliard/row.cuh"

namespace cahn_hilliard {

/// How the rows of a plane reach each other: every row of a block publishes its cells of this plane
/// in shared memory, and reads those of its neighbours of the plane before; one barrier a plane
/// keeps the two apart.
template <class Real, int Cells>
class plane_exchange {
 public:
  using row = cahn_hilliard::row<Real, Cells>;
  /// Rows of memory that a block of so many threads takes.
  static constexpr std::size_t size(std::size_t threads) { return 2 * threads; }

  __device__ __forceinline__ explicit plane_exchange(device::span<row> memory)
      : memory_(memory), threads_(static_cast<int>(blockDim.x * blockDim.y)) {
    const int own = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
    own_ = own;
    // Outermost rows have no use for the neighbour that they lack.
    north_ = threadIdx.y == 0 ? own : own - static_cast<int>(blockDim.x);
    south_ = threadIdx.y + 1 == blockDim.y ? own : own + static_cast<int>(blockDim.x);
    memory_[own] = memory_[own + threads_] = row{};
  }

  /// The neighbours' cells of the plane before.
  __device__ __forceinline__ row north() const { return memory_[before_ + north_]; }
  __device__ __forceinline__ row south() const { return memory_[before_ + south_]; }

  /// The row's own cells, for the plane to come.
  __device__ __forceinline__ void publish(const row& own) {
    before_ = threads_ - before_;
    memory_[before_ + own_] = own;
  }

 private:
  device::span<row> memory_;
  int threads_, own_, north_, south_;
  int before_ = 0;  ///< where the cells of the plane before begin
};

template <class Real, int Cells>
class potential_pass_3d {
 public:
  using row = cahn_hilliard::row<Real, Cells>;
  using exchange = plane_exchange<Real, Cells>;
  static constexpr int exchanges = 2;

  __device__ __forceinline__ potential_pass_3d(const exchange& phi, const exchange& mu)
      : phi_rows_(phi), mu_rows_(mu) {}

  /// The plane of the input that the next call of passed() updates.
  __device__ __forceinline__ const row& centre() const { return phi_above_; }

  /// Takes the next plane of the input and gives back the output two planes before it. A barrier
  /// must lie between two calls.
  __device__ __forceinline__ row passed(const row& next, const row& base,
                                        const coefficients<Real>& p) {
    const wider_row<Real, Cells> phi(phi_), mu(mu_);
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
