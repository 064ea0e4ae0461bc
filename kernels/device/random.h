// cuRAND in kernels: `device::philox random(seed, subsequence, offset)` is curand_init() of its
// Philox 4x32-10, `random.next()` is curand(), `random.next4()` is curand4();
// `device::xorwow random(seed)` is its XORWOW from the start of subsequence 0, with next() alone.
// Include it where it is used: cuRAND's header is a large one.
#pragma once

#if defined(RETIME_DEVICE_CUDA)
#include "kernels/device/cuda/random.h"
#else
#include "kernels/device/emulation/random.h"
#endif
