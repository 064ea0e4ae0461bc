// The part of CUDA that kernels and launchers use, on the CPU.
#pragma once

#include "kernels/device/emulation/atomics.h"
#include "kernels/device/emulation/barrier.h"
#include "kernels/device/emulation/buffer.h"
#include "kernels/device/emulation/graph.h"
#include "kernels/device/emulation/indices.h"
#include "kernels/device/emulation/keywords.h"
#include "kernels/device/emulation/launch.h"
#include "kernels/device/emulation/math.h"
#include "kernels/device/emulation/pinned.h"
#include "kernels/device/emulation/shared.h"
#include "kernels/device/emulation/shared_atomics.h"
#include "kernels/device/emulation/shuffle.h"
#include "kernels/device/emulation/texture.h"
#include "kernels/device/emulation/types.h"
#include "kernels/device/emulation/warp.h"
#include "kernels/device/errors.h"
#include "kernels/device/properties.h"
#include "kernels/device/span.h"

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
