// How often kernels read and wrote device memory.
#pragma once

#include <cstdint>

namespace device {

/// Accesses of elements, by all threads. Made by an access_counter; no more than numbers, so that
/// host code can hold it too.
struct access_count {
  std::uint64_t reads = 0, writes = 0;
};

}  // namespace device
