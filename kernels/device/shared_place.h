// An address in shared memory that stays in a register. That of an element of an array the compiler
// works out from the array's own, anew wherever it is used.
#pragma once

#include "kernels/device/language.h"

#if defined(RETIME_DEVICE_CUDA)
#include "kernels/device/cuda/shared_place.h"
#else
#include "kernels/device/emulation/shared_place.h"
#endif

namespace device {

/// An element of shared memory, and those that lie fixed distances from it. shared_place(memory,
/// byte) is the element that begins `byte` bytes from the first of the span `memory`; of a place p,
/// p[distance] is the element that many elements on.
template <class T>
using shared_place = backend::shared_place<T>;

}  // namespace device
