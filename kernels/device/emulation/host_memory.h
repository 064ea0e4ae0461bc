// The memory of the host, which stands for the device's.
#pragma once

#include <cstddef>

namespace device::emulation {

inline constexpr std::size_t page_bytes = 4096;

struct memory_state {
  std::size_t total_bytes = 0, free_bytes = 0;
};
/// The state of what stands for the current device's memory: a third of the host's by
/// /proc/meminfo, since its shadow takes two, within the limit.
memory_state memory_now();

/// From now on each device's memory holds so many bytes; what goes beyond throws out_of_memory.
/// Pinned memory is the host's and not counted. SIZE_MAX lifts it.
void limit_memory(std::size_t bytes);

}  // namespace device::emulation
