// Page-locked host memory, which the device copies to and from without a detour.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include "kernels/device/buffer.h"
#include "kernels/device/memory.h"
#include "kernels/device/stream.h"

namespace device {

template <class T>
class pinned {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// `size` elements, which hold anything. Throws device::error.
  explicit pinned(std::size_t size) : memory_(byte_count(size, sizeof(T))) {}

  std::size_t size() const { return memory_.bytes() / sizeof(T); }
  std::span<T> view() { return {reinterpret_cast<T*>(memory_.data()), size()}; }
  std::span<const T> view() const { return {reinterpret_cast<const T*>(memory_.data()), size()}; }

  /// The values are there once the stream was synchronised.
  void copy_from(const buffer<T>& source, stream& queue) { source.download(view(), queue); }

 private:
  pinned_memory memory_;
};

}  // namespace device
