// Turns the runtime's error codes into exceptions; the messages are made out of line.
#pragma once

#include <cuda_runtime.h>

namespace device::cuda {

/// Throws error, and clears the last error of the runtime.
[[noreturn]] void raise(cudaError_t code, const char* call);

inline void check(cudaError_t code, const char* call) {
  if (code != cudaSuccess) raise(code, call);
}

}  // namespace device::cuda
