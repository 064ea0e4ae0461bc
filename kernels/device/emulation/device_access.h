// A kernel's access to device memory: is there a buffer, was the element written, and is an update
// lost if threads run in another order?
#pragma once

#include <cstddef>

#include "kernels/device/emulation/running_thread.h"

namespace device::emulation {

[[gnu::noinline]] void settle_device_read(const void* address, std::size_t bytes,
                                          shadow_cell* cell);
[[gnu::noinline]] void settle_device_write(const void* address, std::size_t bytes,
                                           shadow_cell* cell);
[[gnu::noinline]] void other_device_fault(const void* address, std::size_t bytes, bool writes);

/// Faults if it is that of another device than the one that the kernel runs on.
inline bool is_device_memory(const void* address, std::size_t bytes, bool writes) {
  if (!heap.holds(address)) return false;
  if (!running.reaches(address)) other_device_fault(address, bytes, writes);
  return true;
}

/// An access of less than a word: whose thread is not told.
void part_of_word_access(const void* address, std::size_t bytes, bool writes);
/// In one step with that of no other thread.
void atomic_device_access(const void* address, std::size_t bytes, bool reads, bool writes);

/// Whether each was written, and not in this launch.
template <std::size_t Words>
bool are_settled_for_reading(const running_thread& me, const shadow_cell* cells) {
  for (std::size_t w = 0; w < Words; ++w)
    if (cells[w] - written >= me.oldest - written) return false;
  return true;
}

/// Whether each lies in a buffer, and was not written in this launch.
template <std::size_t Words>
bool are_settled_for_writing(const running_thread& me, const shadow_cell* cells) {
  for (std::size_t w = 0; w < Words; ++w)
    if (cells[w] - unwritten >= me.oldest - unwritten) return false;
  return true;
}

inline void read_words(const running_thread& me, const void* address, std::size_t bytes) {
  shadow_cell* const cells = heap.shadow_of(address);
  for (std::size_t w = 0; w < bytes / 4; ++w)
    if (!are_settled_for_reading<1>(me, cells + w)) settle_device_read(address, bytes, cells + w);
}

inline void write_words(const running_thread& me, const void* address, std::size_t bytes) {
  shadow_cell* const cells = heap.shadow_of(address);
  for (std::size_t w = 0; w < bytes / 4; ++w) {
    if (!are_settled_for_writing<1>(me, cells + w)) settle_device_write(address, bytes, cells + w);
    cells[w] = me.stamp;
  }
}

}  // namespace device::emulation
