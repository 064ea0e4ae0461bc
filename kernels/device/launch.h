// Launches and what is known of them.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "kernels/device/backend.h"
#include "kernels/device/host_calls.h"
#include "kernels/device/language.h"
#include "kernels/device/launch_report.h"
#include "kernels/device/launch_shape.h"
#include "kernels/device/limits.h"
#include "kernels/device/stream.h"

#if defined(RETIME_DEVICE_CUDA)
#include "kernels/device/cuda/launch.h"
#else
#include "kernels/device/emulation/launch.h"
#endif

namespace device {

/// Throws device::error if the shape breaks a limit of the device, or the kernel's limit of shared
/// memory.
inline void check_shape(const void* kernel, const launch_shape& shape) {
  check_extents({shape.grid.x, shape.grid.y, shape.grid.z},
                {shape.block.x, shape.block.y, shape.block.z});
  if (shape.shared_bytes > default_shared_bytes)
    check_shared(shape.shared_bytes, backend::shared_limit(kernel));
}

/// The most blocks that run at once. Throws device::error if the shape cannot run.
template <class... P>
int most_resident(void (*kernel)(P...), const launch_shape& shape) {
  return backend::most_resident(reinterpret_cast<const void*>(kernel), shape);
}

/// kernel<<<shape>>>(arguments...). Throws device::error for a bad shape. A mistake in the kernel
/// is reported by whatever waits for the stream next; in emulation, where the kernel runs before
/// this returns unless a graph records the stream, as device::fault from here.
template <class... P, class... A>
void launch(stream& queue, void (*kernel)(P...), const launch_shape& shape, A&&... arguments) {
  static_assert(sizeof...(P) == sizeof...(A), "the kernel takes another number of arguments");
  check_shape(reinterpret_cast<const void*>(kernel), shape);
  ++calls_so_far.launches;
  backend::launch(queue.state(), kernel, shape, std::forward<A>(arguments)...);
}

/// In a kernel: from here on the next kernel in the stream may start, if its launch is
/// programmatic. Nothing below compute capability 9.0.
__device__ __forceinline__ void trigger_dependent_launch() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// In a kernel: waits until the kernel before has ended and its writes are seen.
__device__ __forceinline__ void grid_dependency_wait() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

/// Lets a kernel take up to `bytes` of dynamic shared memory; 48 KiB unless raised.
template <class... P>
void max_shared(void (*kernel)(P...), std::size_t bytes) {
  backend::set_shared_limit(reinterpret_cast<const void*>(kernel), bytes);
}

/// Grid, block and shared memory; of a GPU registers, local memory, occupancy and what limits it,
/// waves. Throws device::error if the shape cannot run.
template <class... P>
launch_report describe(const char* name, void (*kernel)(P...), const launch_shape& shape) {
  const auto* address = reinterpret_cast<const void*>(kernel);
  check_shape(address, shape);
  return backend::describe(name, address, shape);
}

}  // namespace device
