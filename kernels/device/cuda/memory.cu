#include "kernels/device/backend.h"
#include "kernels/device/cuda/check.h"

namespace device::backend {
namespace {

cudaMemcpyKind kind(direction which) {
  constexpr cudaMemcpyKind kinds[]{cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
                                   cudaMemcpyDeviceToDevice};
  return kinds[static_cast<int>(which)];
}

}  // namespace

std::byte* allocate(std::size_t bytes) {
  void* memory = nullptr;
  cuda::check_allocation(cudaMalloc(&memory, bytes), "cudaMalloc", bytes);
  return static_cast<std::byte*>(memory);
}

void release_memory(std::byte* memory) noexcept { cudaFree(memory); }

std::byte* allocate_pinned(std::size_t bytes) {
  void* memory = nullptr;
  cuda::check(cudaMallocHost(&memory, bytes), "cudaMallocHost");
  return static_cast<std::byte*>(memory);
}

void release_pinned(std::byte* memory) noexcept { cudaFreeHost(memory); }

void copy(void* to, const void* from, std::size_t bytes, direction which, stream_state* queue) {
  if (queue == nullptr)
    cuda::check(cudaMemcpy(to, from, bytes, kind(which)), "cudaMemcpy");
  else
    cuda::check(cudaMemcpyAsync(to, from, bytes, kind(which), cuda::native(*queue)),
                "cudaMemcpyAsync");
}

void fill(void* to, unsigned char value, std::size_t bytes, stream_state* queue) {
  if (queue == nullptr)
    cuda::check(cudaMemset(to, value, bytes), "cudaMemset");
  else
    cuda::check(cudaMemsetAsync(to, value, bytes, cuda::native(*queue)), "cudaMemsetAsync");
}

void poison(void* memory, std::size_t bytes) { fill(memory, 0xff, bytes, nullptr); }

}  // namespace device::backend
