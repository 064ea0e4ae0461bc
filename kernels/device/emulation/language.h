// CUDA's language as far as kernels use it, for a host compiler.
#pragma once

#include "kernels/device/emulation/atomics.h"
#include "kernels/device/emulation/barrier.h"
#include "kernels/device/emulation/keywords.h"
#include "kernels/device/emulation/math.h"
#include "kernels/device/emulation/shuffle.h"
#include "kernels/device/emulation/texture.h"
#include "kernels/device/emulation/types.h"
#include "kernels/device/emulation/warp.h"

/// A load through the read-only cache.
template <class T>
T __ldg(const T* address) {
  return *address;
}

/// A load of what is not read again soon: it gives way to other data in the caches.
template <class T>
T __ldcs(const T* address) {
  return *address;
}
