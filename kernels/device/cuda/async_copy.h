#pragma once

#include <cuda_pipeline.h>

#include <cstddef>

namespace device::backend {

template <std::size_t Bytes>
__device__ __forceinline__ void copy_async(void* to, const void* from) {
  __pipeline_memcpy_async(to, from, Bytes);
}

__device__ __forceinline__ void commit_copies() { __pipeline_commit(); }

template <unsigned Pending>
__device__ __forceinline__ void wait_for_copies() {
  __pipeline_wait_prior(Pending);
}

}  // namespace device::backend
