// Launches and what is known of them.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

#include "kernels/device/cuda/check.h"
#include "kernels/device/cuda/stream.h"
#include "kernels/device/launch_report.h"

namespace device {

/// What is launched and what the record stores.
struct launch_shape {
  dim3 grid{1}, block{1};
  std::size_t shared_bytes = 0;  ///< dynamic
};

namespace cuda {
/// Throws device::error if the shape breaks a limit of the device, or the kernel's limit of shared
/// memory.
void check_shape(const void* kernel, const launch_shape& shape);
void set_max_shared(const void* kernel, std::size_t bytes);
launch_report describe(const char* name, const void* kernel, const launch_shape& shape);

template <class... P>
const void* address_of(void (*kernel)(P...)) {
  return reinterpret_cast<const void*>(kernel);
}
}  // namespace cuda

/// kernel<<<shape>>>(arguments...). Throws device::error for a bad shape; a mistake in the kernel
/// is reported by whatever waits for the stream next.
template <class... P, class... A>
void launch(stream& queue, void (*kernel)(P...), const launch_shape& shape, A&&... arguments) {
  static_assert(sizeof...(P) == sizeof...(A), "the kernel takes another number of arguments");
  cuda::check_shape(cuda::address_of(kernel), shape);
  kernel<<<shape.grid, shape.block, shape.shared_bytes, queue.handle()>>>(
      std::forward<A>(arguments)...);
  cuda::check(cudaGetLastError(), "launch");
}

/// Lets a kernel take up to `bytes` of dynamic shared memory; 48 KiB unless raised.
template <class... P>
void max_shared(void (*kernel)(P...), std::size_t bytes) {
  cuda::set_max_shared(cuda::address_of(kernel), bytes);
}

/// Registers, local memory, occupancy and what limits it, waves. Throws device::error if the shape
/// cannot run.
template <class... P>
launch_report describe(const char* name, void (*kernel)(P...), const launch_shape& shape) {
  return cuda::describe(name, cuda::address_of(kernel), shape);
}

}  // namespace device
