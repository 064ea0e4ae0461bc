// An address in shared memory that stays in a register. That of an element of an array the compiler
// works out from the array's own, anew wherever it is used.
#pragma once

#include "kernels/device/language.h"
#include "kernels/device/span.h"

#if defined(RETIME_DEVICE_CUDA)
#include "kernels/device/cuda/shared_place.h"
#else
#include "kernels/device/emulation/shared_place.h"
#endif

namespace device {

/// An element of shared memory, and those that lie fixed distances from it.
template <class T>
class shared_place {
 public:
  shared_place() = default;
  /// The element that begins `byte` bytes from the first of `memory`.
  __device__ __forceinline__ shared_place(span<T> memory, unsigned byte) : place_(memory, byte) {}

  /// The element `distance` elements on.
  __device__ __forceinline__ T& operator[](unsigned distance) const { return place_[distance]; }

 private:
  backend::shared_place<T> place_;
};

}  // namespace device
