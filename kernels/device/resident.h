// Blocks that wait for each other within a launch. That ends only if all of them run at once, which
// launch_shape::resident asks for.
#pragma once

#include "kernels/device/language.h"

#if defined(RETIME_DEVICE_CUDA)
#include "kernels/device/cuda/resident.h"
#else
#include "kernels/device/emulation/resident.h"
#endif

namespace device {

/// Sets *flag, in device memory. What this thread has written before, and what it has seen of
/// others by a barrier, is seen by every thread that finds `value` there by wait_for().
__device__ __forceinline__ void publish(unsigned* flag, unsigned value) {
  backend::publish(flag, value);
}

/// Waits until *flag is `value` or has counted beyond it, by less than 2^31.
__device__ __forceinline__ void wait_for(const unsigned* flag, unsigned value) {
  backend::wait_for(flag, value);
}

/// What another block wrote before it published: past the L1 cache, which may hold what was there
/// before. 4 or 8 bytes, or several times as many, at an address that is a multiple of them or of
/// 16.
template <class T>
__device__ __forceinline__ T read_published(const T* from) {
  return backend::read_published(from);
}

/// A barrier over `blocks` blocks, all of the launch or some: every thread of them calls it, none
/// goes on before all have come, and what each wrote before is seen by all after, past the L1 cache
/// (read_published). `barrier` is {blocks that have come, rounds} in device memory, both 0 at
/// first, and serves any number of rounds, with the same blocks in each.
__device__ __forceinline__ void meet(unsigned* barrier, unsigned blocks) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    unsigned* const come = &barrier[0];
    unsigned* const round = &barrier[1];
    // Read before this block counts as come: the round cannot end until then.
    const unsigned now = atomicAdd(round, 0U);
    __threadfence();
    if (atomicAdd(come, 1U) == blocks - 1) {
      __threadfence();  // what the others wrote goes on with what this thread publishes
      *come = 0;        // nobody comes to the next round before this one has ended
      publish(round, now + 1);
    } else {
      wait_for(round, now + 1);
    }
  }
  __syncthreads();
}

}  // namespace device
