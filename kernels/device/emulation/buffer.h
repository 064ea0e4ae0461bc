// Owning device memory. Never-written memory is all bits set (NaN), as harsh as a GPU may be.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/device/emulation/memory.h"
#include "kernels/device/emulation/stream.h"
#include "kernels/device/errors.h"
#include "kernels/device/limits.h"
#include "kernels/device/span.h"

namespace device {

template <class T>
class buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  buffer() = default;
  /// `size` elements. Throws out_of_memory.
  explicit buffer(std::size_t size) : memory_(byte_count(size, sizeof(T))) {}
  explicit buffer(std::span<const T> values) : buffer(values.size()) { upload(values); }

  std::size_t size() const { return bytes() / sizeof(T); }
  std::size_t bytes() const { return memory_.bytes(); }
  T* data() { return reinterpret_cast<T*>(memory_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(memory_.data()); }
  span<T> view() { return {data(), size()}; }
  span<const T> view() const { return {data(), size()}; }

  /// Both wait for the work before them. The host range must have the buffer's size.
  void upload(std::span<const T> values) {
    emulation::check_size(values.size(), size());
    if (size() != 0) std::memcpy(data(), values.data(), bytes());
  }
  void download(std::span<T> values) const {
    emulation::check_size(values.size(), size());
    if (size() != 0) std::memcpy(values.data(), data(), bytes());
  }
  /// Elements [first, first + values.size()).
  void download_part(std::size_t first, std::span<T> values) const {
    emulation::check_copy_range(first, values.size(), size());
    if (!values.empty()) std::memcpy(values.data(), data() + first, values.size_bytes());
  }
  std::vector<T> to_host() const {
    std::vector<T> values(size());
    download(values);
    return values;
  }

  /// In the order of the stream. The host range must live until the stream has come so far; on a
  /// GPU only a pinned's is copied while the host goes on.
  void upload(std::span<const T> values, stream& queue) {
    emulation::check_size(values.size(), size());
    queue.enqueue([to = static_cast<void*>(data()), values] {
      if (!values.empty()) std::memcpy(to, values.data(), values.size_bytes());
    });
  }
  void download(std::span<T> values, stream& queue) const {
    emulation::check_size(values.size(), size());
    queue.enqueue([from = data(), values] {
      if (!values.empty()) std::memcpy(values.data(), from, values.size_bytes());
    });
  }

  void copy_from(const buffer& other, stream& queue) {
    emulation::check_size(other.size(), size());
    queue.enqueue([to = data(), from = other.data(), n = bytes()] {
      if (n != 0) std::memmove(to, from, n);
    });
  }
  void fill_bytes(unsigned char value, stream& queue) {
    queue.enqueue([to = static_cast<void*>(data()), value, n = bytes()] {
      if (n != 0) std::memset(to, value, n);
    });
  }
  /// All bits set, so that an element that a kernel fails to write is noticed: NaN, -1 or the
  /// largest number.
  void poison() {
    if (size() != 0) std::memset(static_cast<void*>(data()), 0xff, bytes());
  }

 private:
  emulation::memory memory_;
};

}  // namespace device
