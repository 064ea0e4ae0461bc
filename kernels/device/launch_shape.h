// What is launched and what the record stores.
#pragma once

#include <cstddef>

#include "kernels/device/language.h"

namespace device {

struct launch_shape {
  dim3 grid{1}, block{1};
  std::size_t shared_bytes = 0;  ///< dynamic
  /// Blocks may start while the kernel before this one in the stream ends. The kernel must call
  /// wait_for_previous() before it touches what that one writes, or writes what that one reads.
  bool starts_early = false;
};

}  // namespace device
