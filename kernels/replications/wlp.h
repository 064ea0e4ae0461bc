// Warp-level parallelism (Sect. 4, Figs 3 and 4): code for the first thread of each warp alone, and
// a number for each warp of the grid, for blocks and grids of any shape:
//
//   __global__ void kernel(int replications) {
//     WARP_INIT;
//     WARP_BEGIN {
//       if (warpIdx < replications) simulate(warpIdx);
//     }
//   }
//
// Between the braces there must be no barrier and no warp intrinsic: the other threads never come.
#pragma once

#include "kernels/device/device.h"

namespace replications {

/// The thread's number in its block, x first, then y and z.
__device__ __forceinline__ unsigned thread_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/// Number of the thread's warp in the grid. Fig. 3 divides the thread's number in the grid by 32,
/// which gives warps of two blocks the same number unless a block's threads are a multiple of 32;
/// and it leaves out blockIdx.z.
__device__ __forceinline__ unsigned warp_in_grid() {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  return block * ((threads + warpSize - 1) / warpSize) + thread_in_block() / warpSize;
}

}  // namespace replications

#define WARP_INIT const unsigned warpIdx = replications::warp_in_grid()
#define WARP_BEGIN if (replications::thread_in_block() % warpSize == 0)
