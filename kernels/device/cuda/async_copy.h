#pragma once

#include <cuda_pipeline.h>

#include <cstddef>

namespace device::backend {

template <std::size_t Bytes>
__device__ __forceinline__ void copy_async(void* to, const void* from) {
  constexpr std::size_t piece = Bytes < 16 ? Bytes : 16;
#pragma unroll
  for (std::size_t i = 0; i < Bytes; i += piece)
    __pipeline_memcpy_async(static_cast<char*>(to) + i, static_cast<const char*>(from) + i, piece);
}

__device__ __forceinline__ void commit_copies() { __pipeline_commit(); }

template <unsigned Pending>
__device__ __forceinline__ void wait_for_copies() {
  __pipeline_wait_prior(Pending);
}

}  // namespace device::backend
