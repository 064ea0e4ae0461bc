// Block-shared memory.
#pragma once

#include <cstddef>

#include "kernels/device/limits.h"
#include "kernels/device/span.h"

#if defined(RETIME_DEVICE_CUDA)
#include "kernels/device/cuda/shared.h"
#else
#include "kernels/device/emulation/shared.h"
#endif

namespace device {

/// A static shared array of one, two or three dimensions, row-major: tile[i], tile(i, j), tile(i,
/// j, k), size(), and data() for its bare address. Declare it `__shared__`, in a kernel. Under CUDA
/// it is no more than an array. The emulation checks the index, and that an element was written
/// before it is read (not for elements of class type, so that tile[i].x works).
template <class T, std::size_t... Extents>
requires(sizeof...(Extents) >= 1 && sizeof...(Extents) <= 3 &&
         (Extents * ... * sizeof(T)) <= default_shared_bytes)  //
    using shared_array = backend::shared_array<T, Extents...>;

/// `count` elements of the launch's dynamic shared memory, from `byte_offset` on.
template <class T>
__device__ span<T> dynamic_shared(std::size_t count, std::size_t byte_offset = 0) {
  return {backend::dynamic_shared<T>(count, byte_offset), count};
}

}  // namespace device
