// A block whose warps hold rows of a plane, one warp below the other.
#pragma once

#include <cstddef>

#include "kernels/device/device.h"

namespace retime {

/// Hands the outermost rows of every warp to the warps above and below, through shared memory.
/// `Row`: a lane's part of a row. Threads are 32 x warps.
template <class Row>
class warp_edges {
 public:
  /// Rows of shared memory that it takes.
  static constexpr std::size_t rows_for(unsigned warps) { return std::size_t{4} * warps * 32; }
  static constexpr std::size_t bytes_for(unsigned warps) { return rows_for(warps) * sizeof(Row); }

  __device__ __forceinline__ explicit warp_edges(device::span<Row> shared) : shared_(shared) {}

  /// Hands on the warp's own, and begins a round: receive() ends it. What a warp does in between
  /// hides the wait.
  __device__ __forceinline__ void send(const Row& first, const Row& last) {
    shared_[place(threadIdx.y, 0)] = first;
    shared_[place(threadIdx.y, 1)] = last;
  }
  /// All threads of the block call it together. What lies beyond the block's first and last row
  /// comes out as any row.
  __device__ __forceinline__ void receive(Row& above, Row& below) {
    const unsigned mine = threadIdx.y;
    __syncthreads();
    above = shared_[place(mine > 0 ? mine - 1 : mine, 1)];
    below = shared_[place(mine + 1 < blockDim.y ? mine + 1 : mine, 0)];
    turn_ = 1 - turn_;  // who writes there next has seen all others come to the next barrier
  }

 private:
  __device__ __forceinline__ unsigned place(unsigned row, unsigned which) const {
    return ((turn_ * blockDim.y + row) * 2 + which) * 32 + threadIdx.x;
  }

  device::span<Row> shared_;
  unsigned turn_ = 0;
};

}  // namespace retime
