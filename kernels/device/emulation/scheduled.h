// What the scheduler sets on its host thread for the thread of a kernel that runs there. Kernels
// see them as constants, by the names that these share with types.h and access.h.
#pragma once

#include "kernels/device/emulation/types.h"

namespace device::emulation::scheduled {

[[gnu::tls_model("initial-exec")]] extern constinit thread_local uint3 thread_index asm(
    "retime_threadIdx");
[[gnu::tls_model("initial-exec")]] extern constinit thread_local uint3 block_index asm(
    "retime_blockIdx");
[[gnu::tls_model("initial-exec")]] extern constinit thread_local uint3 block_shape asm(
    "retime_blockDim");
[[gnu::tls_model("initial-exec")]] extern constinit thread_local uint3 grid_shape asm(
    "retime_gridDim");
[[gnu::tls_model("initial-exec")]] extern constinit thread_local unsigned watched asm(
    "retime_watched");

}  // namespace device::emulation::scheduled
