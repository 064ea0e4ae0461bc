// The bytes behind a buffer.
#pragma once

#include <cstddef>
#include <utility>

#include "kernels/device/backend.h"

namespace device {

/// Owns the bytes that a backend's functions give and take back. Moved from, it has none.
template <std::byte* (*Allocate)(std::size_t), void (*Release)(std::byte*)>
class allocation {
 public:
  allocation() = default;
  /// Throws out_of_memory.
  explicit allocation(std::size_t bytes)
      : data_(bytes == 0 ? nullptr : Allocate(bytes)), bytes_(bytes) {}
  allocation(allocation&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  allocation& operator=(allocation&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~allocation() { Release(data_); }

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

using device_memory = allocation<backend::allocate, backend::release_memory>;
using pinned_memory = allocation<backend::allocate_pinned, backend::release_pinned>;

}  // namespace device
