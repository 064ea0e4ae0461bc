// The bytes behind a buffer.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

namespace device::cuda {

class memory {
 public:
  memory() = default;
  explicit memory(std::size_t bytes);  ///< throws out_of_memory
  memory(memory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  memory& operator=(memory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~memory() { cudaFree(data_); }

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Throws device::error unless a copy's source and target have the same number of elements.
void check_size(std::size_t given, std::size_t expected);
/// Throws device::error unless elements [first, first + count) lie in a buffer.
void check_range(std::size_t first, std::size_t count, std::size_t size);

}  // namespace device::cuda
