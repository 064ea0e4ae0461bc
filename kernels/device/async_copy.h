// Copies from device memory to shared memory that go on while the thread computes (cp.async, from
// compute capability 8.0 on; a plain copy below). A thread begins copies, closes a group of them,
// and waits for groups in the order in which it closed them.
#pragma once

#include <type_traits>

#include "kernels/device/language.h"

#if defined(RETIME_DEVICE_CUDA)
#include "kernels/device/cuda/async_copy.h"
#else
#include "kernels/device/emulation/async_copy.h"
#endif

namespace device {

/// Begins to copy *from, in device memory, to *to, in shared memory. Until the copy has been waited
/// for, *to holds anything; then it is there for this thread, and behind a barrier for the others.
/// T has 4, 8 or 16 bytes, or several times 16.
template <class T>
requires(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) % 16 == 0)  //
    __device__ __forceinline__ void copy_async(std::type_identity_t<T>* to, const T* from) {
  backend::copy_async<sizeof(T)>(to, from);
}

/// Closes a group: the copies begun since the last one.
__device__ __forceinline__ void commit_copies() { backend::commit_copies(); }

/// Waits for all groups of this thread but the last `Pending`. Copies that are in no group yet are
/// not waited for.
template <unsigned Pending>
__device__ __forceinline__ void wait_for_copies() {
  backend::wait_for_copies<Pending>();
}

}  // namespace device
