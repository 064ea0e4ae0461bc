// Owning device memory. What was never written holds anything; in emulation all bits are set (NaN),
// as harsh as a GPU may be.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "kernels/device/backend.h"
#include "kernels/device/host_calls.h"
#include "kernels/device/limits.h"
#include "kernels/device/memory.h"
#include "kernels/device/span.h"
#include "kernels/device/stream.h"

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

  /// Both wait for the work before them, on any stream. The host range must have the buffer's size.
  void upload(std::span<const T> values) { copy_in(values, nullptr); }
  void download(std::span<T> values) const { copy_out(values, nullptr); }
  /// Elements [first, first + values.size()).
  void download_part(std::size_t first, std::span<T> values) const {
    copy_part_out(first, values, nullptr);
  }
  std::vector<T> to_host() const {
    std::vector<T> values(size());
    download(values);
    return values;
  }

  /// In the order of the stream. The host range must live until the stream has come so far; only a
  /// pinned's is copied while the host goes on.
  void upload(std::span<const T> values, stream& queue) { copy_in(values, &queue.state()); }
  void download(std::span<T> values, stream& queue) const { copy_out(values, &queue.state()); }
  void download_part(std::size_t first, std::span<T> values, stream& queue) const {
    copy_part_out(first, values, &queue.state());
  }

  void copy_from(const buffer& other, stream& queue) {
    check_copy(other.size(), size());
    if (size() != 0)
      backend::copy(data(), other.data(), bytes(), backend::direction::on_device, &queue.state());
  }
  void fill_bytes(unsigned char value, stream& queue) {
    if (size() != 0) backend::fill(data(), value, bytes(), &queue.state());
  }
  /// All bits set, so that an element that a kernel fails to write is noticed: NaN, -1 or the
  /// largest number. In emulation it counts as never written.
  void poison() {
    if (size() != 0) backend::poison(data(), bytes());
  }

 private:
  void copy_in(std::span<const T> values, backend::stream_state* queue) {
    check_copy(values.size(), size());
    ++calls_so_far.waits;
    if (size() != 0)
      backend::copy(data(), values.data(), bytes(), backend::direction::to_device, queue);
  }
  void copy_out(std::span<T> values, backend::stream_state* queue) const {
    check_copy(values.size(), size());
    ++calls_so_far.waits;
    if (size() != 0)
      backend::copy(values.data(), data(), bytes(), backend::direction::to_host, queue);
  }

  void copy_part_out(std::size_t first, std::span<T> values, backend::stream_state* queue) const {
    check_copy_of_part(first, values.size(), size());
    ++calls_so_far.waits;
    if (!values.empty())
      backend::copy(values.data(), data() + first, values.size_bytes(), backend::direction::to_host,
                    queue);
  }

  device_memory memory_;
};

}  // namespace device
