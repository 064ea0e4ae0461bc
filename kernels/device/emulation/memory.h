// The bytes behind a buffer, and the memory of the host that stands for the device's.
#pragma once

#include <cstddef>
#include <utility>

namespace device::emulation {

class memory {
 public:
  memory() = default;
  explicit memory(std::size_t bytes);  ///< poisoned; throws out_of_memory
  memory(memory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  memory& operator=(memory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~memory();

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Throws device::fault if a kernel has written just beyond a buffer. Spans notice that at once,
/// with the thread; this is for pointers.
void check_guards(const void* kernel);

struct memory_state {
  std::size_t total_bytes = 0, free_bytes = 0;
};
memory_state host_memory();  ///< total and available, from /proc/meminfo

/// Throws device::error unless a copy's source and target have the same number of elements.
void check_size(std::size_t given, std::size_t expected);
/// Throws device::error unless elements [first, first + count) lie in a buffer.
void check_copy_range(std::size_t first, std::size_t count, std::size_t size);

}  // namespace device::emulation
