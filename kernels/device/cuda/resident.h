#pragma once

#include <cuda/atomic>

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

}  // namespace device::backend
