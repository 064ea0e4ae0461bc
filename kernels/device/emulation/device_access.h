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
/// Of less than a word: whose thread is not told.
void part_of_word_access(const void* address, std::size_t bytes, bool writes);
/// In one step with that of no other thread.
void atomic_device_access(const void* address, std::size_t bytes, bool reads, bool writes);

inline void read_words(const running_thread& me, const void* address, std::size_t bytes) {
  shadow_cell* const cells = heap.shadow_of(address);
  for (std::size_t w = 0; w < bytes / 4; ++w) {
    // Written, and not in this launch.
    if (cells[w] - written < me.oldest - written) [[likely]]
      continue;
    settle_device_read(address, bytes, cells + w);
  }
}

inline void write_words(const running_thread& me, const void* address, std::size_t bytes) {
  shadow_cell* const cells = heap.shadow_of(address);
  for (std::size_t w = 0; w < bytes / 4; ++w) {
    // In a buffer, and not written in this launch.
    if (cells[w] - unwritten >= me.oldest - unwritten) [[unlikely]]
      settle_device_write(address, bytes, cells + w);
    cells[w] = me.stamp;
  }
}

}  // namespace device::emulation
