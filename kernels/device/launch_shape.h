// What is launched and what the record stores.
#pragma once

#include <cstddef>

#include "kernels/device/language.h"

namespace device {

struct launch_shape {
  dim3 grid{1}, block{1};
  std::size_t shared_bytes = 0;  ///< dynamic
  /// Blocks may start while the kernel before this one in the stream ends. The kernel must call
  /// grid_dependency_wait() before it touches what that one writes, or writes what that one reads.
  bool programmatic_launch = false;
  /// All blocks run at once, so that they may wait for each other (resident.h). A launch of more
  /// than that throws device::error.
  bool resident = false;
};

}  // namespace device
