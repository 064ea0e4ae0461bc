// The built-in variables of a kernel. The scheduler sets them before each thread runs or goes on.
#pragma once

#include "kernels/device/emulation/types.h"

[[gnu::tls_model("initial-exec")]] inline constinit thread_local uint3 threadIdx{};
[[gnu::tls_model("initial-exec")]] inline constinit thread_local uint3 blockIdx{};
[[gnu::tls_model("initial-exec")]] inline constinit thread_local dim3 blockDim{};
[[gnu::tls_model("initial-exec")]] inline constinit thread_local dim3 gridDim{};
inline constexpr int warpSize = 32;
