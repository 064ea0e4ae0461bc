// A pointer and a length, as kernels take their arrays. v[i] is a plain load or store under CUDA;
// the emulation checks i first. Included by each device's device.h after its keywords.
#pragma once

#include <cstddef>
#include <type_traits>

#if defined(RETIME_DEVICE_EMULATION)
#include "kernels/device/emulation/access.h"
#include "kernels/device/emulation/keywords.h"
#endif

namespace device {

template <class T>
class span {
 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;

  constexpr span() = default;
  __host__ __device__ constexpr span(T* data, std::size_t size) : data_(data), size_(size) {}
  template <class U>
  requires std::is_same_v<const U, T> __host__ __device__ constexpr span(span<U> other)
      : data_(other.data()), size_(other.size()) {}

  __host__ __device__ constexpr T* data() const { return data_; }
  __host__ __device__ constexpr std::size_t size() const { return size_; }
  __host__ __device__ constexpr bool empty() const { return size_ == 0; }

  __host__ __device__ constexpr T& operator[](std::size_t index) const {
#if defined(RETIME_DEVICE_EMULATION)
    emulation::check_access(data_, index, size_);
#endif
    return data_[index];
  }

  /// The element that begins `offset` bytes from the first: where an instruction that works an
  /// index out can multiply it by the size as well.
  __host__ __device__ T& at_byte(unsigned offset) const {
#if defined(RETIME_DEVICE_EMULATION)
    emulation::check_access(data_, offset / sizeof(T), offset % sizeof(T) == 0 ? size_ : 0);
#endif
    using byte = std::conditional_t<std::is_const_v<T>, const char, char>;
    return *reinterpret_cast<T*>(reinterpret_cast<byte*>(data_) + offset);
  }

  /// Elements [first, first + count).
  __host__ __device__ constexpr span subspan(std::size_t first, std::size_t count) const {
#if defined(RETIME_DEVICE_EMULATION)
    emulation::check_range(first, count, size_);
#endif
    return {data_ + first, count};
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace device
