// Turns the runtime's error codes into exceptions; the messages are made out of line.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "kernels/device/backend.h"

namespace device::cuda {

/// Throws error, and clears the last error of the runtime.
[[noreturn]] void raise(cudaError_t code, const char* call);

inline void check(cudaError_t code, const char* call) {
  if (code != cudaSuccess) raise(code, call);
}

/// As check(), for an allocation of so many bytes: out_of_memory if they are not there.
void check_allocation(cudaError_t code, const char* call, std::size_t bytes);

inline int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
  return value;
}

/// What the interface calls a stream is the runtime's own.
inline cudaStream_t native(backend::stream_state& queue) {
  return reinterpret_cast<cudaStream_t>(&queue);
}

}  // namespace device::cuda
