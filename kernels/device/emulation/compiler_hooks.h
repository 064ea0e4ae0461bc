// Accesses of the running thread, announced as the compiler does it for those of kernels: by code
// of the emulation that accesses memory in a kernel's name.
#pragma once

#include <cstddef>

namespace device::emulation {

#if defined(RETIME_ACCESSES_ANNOUNCED)
/// Whether the compiler announces the accesses of kernels (compiler_hooks.cpp).
inline constexpr bool accesses_are_announced = true;
#else
inline constexpr bool accesses_are_announced = false;
#endif

void announce_read(const void* address, std::size_t bytes);
void announce_write(const void* address, std::size_t bytes);

}  // namespace device::emulation
