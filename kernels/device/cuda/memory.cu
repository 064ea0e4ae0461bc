#include <string>

#include "kernels/device/cuda/check.h"
#include "kernels/device/cuda/memory.h"
#include "kernels/device/errors.h"

namespace device::cuda {

memory::memory(std::size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  const cudaError_t code = cudaMalloc(&data_, bytes);
  if (code == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    std::size_t free_bytes = 0, total_bytes = 0;
    check(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
    throw out_of_memory(bytes, free_bytes);
  }
  check(code, "cudaMalloc");
}

void check_size(std::size_t given, std::size_t expected) {
  if (given != expected)
    throw error("a copy of " + std::to_string(given) + " elements to or from a buffer of " +
                std::to_string(expected));
}

void check_range(std::size_t first, std::size_t count, std::size_t size) {
  if (first > size || count > size - first)
    throw error("a copy of " + std::to_string(count) + " elements from element " +
                std::to_string(first) + " of a buffer of " + std::to_string(size));
}

}  // namespace device::cuda
