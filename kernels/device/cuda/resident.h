#pragma once

#include <cstddef>
#include <cuda/atomic>
#include <type_traits>

namespace device::backend {

using shared_flag = ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_device>;

__device__ __forceinline__ void publish(unsigned* flag, unsigned value) {
  shared_flag(*flag).store(value, ::cuda::memory_order_release);
}

__device__ __forceinline__ void wait_for(const unsigned* flag, unsigned value) {
  const shared_flag shared(*const_cast<unsigned*>(flag));
  while (static_cast<int>(shared.load(::cuda::memory_order_acquire) - value) < 0) {
  }
}

template <class T>
__device__ __forceinline__ T read_published(const T* from) {
  using piece = std::conditional_t<sizeof(T) % 16 == 0, uint4,
                                   std::conditional_t<sizeof(T) % 8 == 0, uint2, unsigned>>;
  T value;
#pragma unroll
  for (std::size_t i = 0; i < sizeof(T) / sizeof(piece); ++i)
    reinterpret_cast<piece*>(&value)[i] = __ldcg(reinterpret_cast<const piece*>(from) + i);
  return value;
}

}  // namespace device::backend
