// The part of CUDA that kernels and launchers use. One source, two devices: CUDA itself, or its
// emulation on the CPU (kernels/device/README.md). A kernel file includes this header and nothing
// else of the device.
#pragma once

#if defined(RETIME_DEVICE_CUDA)
#include "kernels/device/cuda/device.h"
#elif defined(RETIME_DEVICE_EMULATION)
#include "kernels/device/emulation/device.h"
#else
#error "compile with RETIME_DEVICE_CUDA or RETIME_DEVICE_EMULATION"
#endif
