// The memory of the host, which stands for the device's.
#pragma once

#include <cstddef>

namespace device::emulation {

/// Throws device::fault if a kernel has written just beyond a buffer. Spans notice that at once,
/// with the thread; this is for pointers.
void check_guards(const void* kernel);

struct memory_state {
  std::size_t total_bytes = 0, free_bytes = 0;
};
memory_state host_memory();  ///< total and available, from /proc/meminfo

}  // namespace device::emulation
