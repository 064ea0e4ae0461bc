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
  /// Blocks may start while the kernel before this one in the stream ends. The kernel must call
  /// wait_for_previous() before it touches what that one writes, or writes what that one reads.
  bool starts_early = false;
};

namespace cuda {
/// Throws device::error if the shape breaks a limit of the device, or the kernel's limit of shared
/// memory.
void check_shape(const void* kernel, const launch_shape& shape);
void set_max_shared(const void* kernel, std::size_t bytes);
launch_report describe(const char* name, const void* kernel, const launch_shape& shape);

bool can_start_early();  ///< compute capability 9.0 on

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
  if (shape.starts_early && cuda::can_start_early()) {
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = shape.grid;
    config.blockDim = shape.block;
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = queue.handle();
    config.attrs = &early;
    config.numAttrs = 1;
    cuda::check(cudaLaunchKernelEx(&config, kernel, static_cast<P>(arguments)...), "launch");
    return;
  }
  kernel<<<shape.grid, shape.block, shape.shared_bytes, queue.handle()>>>(
      std::forward<A>(arguments)...);
  cuda::check(cudaGetLastError(), "launch");
}

/// In a kernel: from here on the next kernel in the stream may start, if it starts early.
__device__ __forceinline__ void let_next_start() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// In a kernel: waits until the kernel before has ended and its writes are seen.
__device__ __forceinline__ void wait_for_previous() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
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
