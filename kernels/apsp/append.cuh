// Lists that the threads of a block append to.
#pragma once

#include "kernels/device/device.h"

namespace apsp {

/// Lengths of a list at three levels one after another: while it grows at one, that of the level
/// before is read and that of the next is set to 0, without a barrier in between.
using lengths_of_levels = device::shared_array<unsigned, 3>;

/// Where the `count` entries of this lane go in a list of lengths[slot] entries, which grows by
/// those of the whole warp. Called by all lanes.
__device__ __forceinline__ unsigned append(lengths_of_levels& lengths, unsigned slot,
                                           unsigned count) {
  const unsigned lane = threadIdx.x % 32;
  unsigned up_to = count;
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const unsigned lower = __shfl_up_sync(~0U, up_to, distance);
    if (lane >= distance) up_to += lower;
  }
  unsigned end = 0;
  if (lane == 31) end = atomicAdd(&lengths[slot], up_to) + up_to;
  const unsigned counts = __shfl_sync(~0U, up_to, 31);
  return __shfl_sync(~0U, end, 31) - counts + up_to - count;
}

/// Where this lane's entry goes, if it has one.
__device__ __forceinline__ unsigned append_one(lengths_of_levels& lengths, unsigned slot,
                                               bool has_one) {
  const unsigned all = __ballot_sync(~0U, has_one);
  if (all == 0) return 0;
  unsigned begin = 0;
  if (threadIdx.x % 32 == 0) begin = atomicAdd(&lengths[slot], static_cast<unsigned>(__popc(all)));
  return __shfl_sync(~0U, begin, 0) + __popc(all & ((1U << threadIdx.x % 32) - 1));
}

}  // namespace apsp
