// What the host asked of the device, counted: whether it works or waits cannot be told by the
// clock.
#pragma once

#include <cstdint>

namespace device {

struct host_calls {
  std::uint64_t launches = 0;  ///< of kernels and of graphs
  std::uint64_t waits = 0;  ///< for a stream or an event; copies to and from the host count as one

  host_calls since(const host_calls& before) const {
    return {launches - before.launches, waits - before.waits};
  }
};

/// Those of this thread, ever.
inline thread_local host_calls calls_so_far;

}  // namespace device
