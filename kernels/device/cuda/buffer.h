// Owning device memory. What was never written holds anything.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "kernels/device/cuda/check.h"
#include "kernels/device/cuda/memory.h"
#include "kernels/device/cuda/stream.h"
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
  T* data() { return static_cast<T*>(memory_.data()); }
  const T* data() const { return static_cast<const T*>(memory_.data()); }
  span<T> view() { return {data(), size()}; }
  span<const T> view() const { return {data(), size()}; }

  /// Both wait for the work before them, on any stream. The host range must have the buffer's size.
  void upload(std::span<const T> values) {
    cuda::check_size(values.size(), size());
    cuda::check(cudaMemcpy(data(), values.data(), bytes(), cudaMemcpyHostToDevice), "upload");
  }
  void download(std::span<T> values) const {
    cuda::check_size(values.size(), size());
    cuda::check(cudaMemcpy(values.data(), data(), bytes(), cudaMemcpyDeviceToHost), "download");
  }
  /// Elements [first, first + values.size()).
  void download_part(std::size_t first, std::span<T> values) const {
    cuda::check_range(first, values.size(), size());
    cuda::check(
        cudaMemcpy(values.data(), data() + first, values.size_bytes(), cudaMemcpyDeviceToHost),
        "download_part");
  }
  std::vector<T> to_host() const {
    std::vector<T> values(size());
    download(values);
    return values;
  }

  /// In the order of the stream. The host range must live until the stream has come so far; only a
  /// pinned's is copied while the host goes on.
  void upload(std::span<const T> values, stream& queue) {
    cuda::check_size(values.size(), size());
    if (size() == 0) return;
    cuda::check(
        cudaMemcpyAsync(data(), values.data(), bytes(), cudaMemcpyHostToDevice, queue.handle()),
        "upload");
  }
  void download(std::span<T> values, stream& queue) const {
    cuda::check_size(values.size(), size());
    if (size() == 0) return;
    cuda::check(
        cudaMemcpyAsync(values.data(), data(), bytes(), cudaMemcpyDeviceToHost, queue.handle()),
        "download");
  }

  void copy_from(const buffer& other, stream& queue) {
    cuda::check_size(other.size(), size());
    if (size() == 0) return;
    cuda::check(
        cudaMemcpyAsync(data(), other.data(), bytes(), cudaMemcpyDeviceToDevice, queue.handle()),
        "copy_from");
  }
  void fill_bytes(unsigned char value, stream& queue) {
    if (size() == 0) return;
    cuda::check(cudaMemsetAsync(data(), value, bytes(), queue.handle()), "fill_bytes");
  }
  /// All bits set, so that an element that a kernel fails to write is noticed: NaN, -1 or the
  /// largest number.
  void poison() {
    if (size() != 0) cuda::check(cudaMemset(data(), 0xff, bytes()), "poison");
  }

 private:
  cuda::memory memory_;
};

}  // namespace device
