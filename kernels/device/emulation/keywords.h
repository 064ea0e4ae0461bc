// CUDA's keywords, as far as kernels use them, for a host compiler.
#pragma once

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
// A block runs on one host thread from its first thread to its last, so block-shared is
// thread-local.
#define __shared__ static thread_local
