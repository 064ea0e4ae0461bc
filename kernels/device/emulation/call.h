// A launch with its argument types erased: what the scheduler needs to run any kernel.
#pragma once

#include <cstddef>

#include "kernels/device/emulation/types.h"

namespace device::emulation {

struct grid_call {
  const void* kernel;  ///< address of the __global__ function, for its name
  void (*run_thread)(const void* arguments);
  const void* arguments;
  dim3 grid, block;
  std::size_t shared_bytes;
  bool resident;  ///< its blocks may wait for each other
  int device;     ///< by its index
};

/// The launch that this host thread is running; null outside kernels.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local const grid_call* current_call =
    nullptr;

/// Runs every block of the grid to its end. A fault in any block stops the launch and is thrown
/// here.
void run(const grid_call& call);

}  // namespace device::emulation
