// How the rows of a plane reach each other: through shared memory. Every row of a block publishes
// its cells of this plane, and reads those of its neighbours of the plane before; one barrier a
// plane keeps the two apart.
#pragma once

#include "kernels/cahn_hilliard/row.cuh"

namespace cahn_hilliard {

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

  /// Of the plane before.
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

}  // namespace cahn_hilliard
