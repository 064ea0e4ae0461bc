// The language of kernels: CUDA's keywords, types and functions, by CUDA itself or by its
// emulation. Which of the two is chosen here, and by what includes launch.h and shared.h in its
// folder.
#pragma once

#if defined(RETIME_DEVICE_CUDA)
#include <cuda_runtime.h>

#include "kernels/device/cuda/texture_fetch.h"
#elif defined(RETIME_DEVICE_EMULATION)
#include "kernels/device/emulation/language.h"
#else
#error "compile with RETIME_DEVICE_CUDA or RETIME_DEVICE_EMULATION"
#endif
