// What the emulated device has of the architecture that the CUDA program is built for.
#pragma once

#include <cstddef>

namespace device::emulation {

/// Shared memory that a block may have, where the kernel asks for more than 48 KiB.
inline constexpr std::size_t optin_shared_bytes = 227 << 10;

}  // namespace device::emulation
