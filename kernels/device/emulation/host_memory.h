// The memory of the host, which stands for the device's.
#pragma once

#include <cstddef>
#include <vector>

namespace device::emulation {

/// Throws device::fault if a kernel has written just beyond a buffer. Spans notice that at once,
/// with the thread; this is for pointers.
void check_guards(const void* kernel);

struct address_range {
  const void *begin, *end;
};
/// Every buffer and texture array that lives, by address; pinned memory is the host's.
std::vector<address_range> device_memory();

struct memory_state {
  std::size_t total_bytes = 0, free_bytes = 0;
};
/// Of what stands for the device's memory: the host's by /proc/meminfo, within the limit.
memory_state memory_now();

/// From now on all device memory together holds so many bytes; what goes beyond throws
/// out_of_memory. Pinned memory is the host's and not counted. SIZE_MAX lifts it.
void limit_memory(std::size_t bytes);

}  // namespace device::emulation
