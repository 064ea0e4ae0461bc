// The counting of a block's accesses of device memory.
#pragma once

#include "kernels/device/access_count.h"

namespace device::emulation {

bool counting();  ///< while an access_counter lives

/// Accesses of device memory by this host thread's block.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local access_count counted_here{};
void add_counted();  ///< those to all others, of which there are none then

}  // namespace device::emulation
