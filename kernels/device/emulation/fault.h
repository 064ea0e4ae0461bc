// Where a kernel is at this moment, and the report of a mistake found there.
#pragma once

#include <string>

#include "kernels/device/emulation/types.h"

namespace device::emulation {

/// Throws device::fault: "kernel NAME, block (x, y, z), thread (x, y, z): MISTAKE".
[[noreturn]] void raise(const std::string& mistake);

/// The part of that line before MISTAKE, for the running thread.
std::string place();
std::string text(uint3 index);        ///< "(x, y, z)"
uint3 thread_index(unsigned linear);  ///< threadIdx of a thread of the running block

/// Demangled name, without arguments, of the function at this address.
std::string function_name(const void* function);

}  // namespace device::emulation
