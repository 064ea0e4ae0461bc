// Host memory that the device copies to without a detour.
#pragma once

#include <cuda_runtime.h>

#include <span>
#include <utility>

#include "kernels/device/cuda/buffer.h"
#include "kernels/device/cuda/check.h"
#include "kernels/device/cuda/stream.h"

namespace device {

template <class T>
class pinned {
 public:
  explicit pinned(std::size_t size) : size_(size) {
    void* memory = nullptr;
    cuda::check(cudaMallocHost(&memory, size * sizeof(T)), "pinned");
    values_ = static_cast<T*>(memory);
  }
  pinned(pinned&& other) noexcept
      : values_(std::exchange(other.values_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  pinned& operator=(pinned&& other) noexcept {
    std::swap(values_, other.values_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~pinned() { cudaFreeHost(values_); }

  std::size_t size() const { return size_; }
  std::span<T> view() { return {values_, size_}; }
  std::span<const T> view() const { return {values_, size_}; }

  /// The values are there once the stream was synchronised.
  void copy_from(const buffer<T>& from, stream& queue) {
    cuda::check_size(from.size(), size_);
    if (size_ == 0) return;
    cuda::check(
        cudaMemcpyAsync(values_, from.data(), from.bytes(), cudaMemcpyDeviceToHost, queue.handle()),
        "copy_from");
  }

 private:
  T* values_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace device
