// Where the memory of the emulated device lies: one range of addresses of the host, with gaps that
// cannot be accessed between buffers, and a shadow that says of every word what is known of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/device/emulation/devices.h"

namespace device::emulation {

/// What is known of a word, 4 bytes. Larger values say which thread of which block wrote it
/// (access_stamp.h).
using shadow_cell = std::uint64_t;
inline constexpr shadow_cell not_allocated = 0, unwritten = 1, written = 2;

struct device_heap {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;  ///< of addresses, most of them without memory
  shadow_cell* shadow = nullptr;

  std::size_t offset_of(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - begin;
  }
  bool holds(const void* address) const { return offset_of(address) < bytes; }
  shadow_cell* shadow_of(const void* address) const { return shadow + offset_of(address) / 4; }
};
inline constinit device_heap heap;

/// The part of the heap that is a device's: half of it the first one's, which most cases use alone.
struct heap_part {
  std::size_t begin, bytes;  ///< from the heap's begin on
};
heap_part part_of(int device);
/// Whose buffer lies at an address that the heap holds.
int device_of(const void* address);

/// For the current device, at a multiple of the page size; null if there is no room. What lies
/// there is unwritten.
std::byte* take_from_heap(std::size_t bytes);
void return_to_heap(std::byte* memory);

/// Notes one state of all words that the bytes touch; nothing of other memory.
void mark(const void* first, std::size_t bytes, shadow_cell state);
/// Notes that bytes were copied: what was unwritten stays so.
/// Throws device::error if the memory is a device's and some of it is unwritten.
void require_written(const void* first, std::size_t bytes, const char* what);
void mark_copied(const void* to, const void* from, std::size_t bytes);

/// "element 10 of a buffer of 40 bytes": of the buffer that lies nearest to an access of so many
/// bytes.
std::string device_place(const void* address, std::size_t bytes);

}  // namespace device::emulation
