// The part of CUDA that kernels and launchers use. One source, two devices: CUDA itself, or its
// emulation on the CPU (kernels/device/README.md). A kernel file includes this header and nothing
// else of the device.
#pragma once

#include "kernels/device/buffer.h"
#include "kernels/device/errors.h"
#include "kernels/device/graph.h"
#include "kernels/device/language.h"
#include "kernels/device/launch.h"
#include "kernels/device/pinned.h"
#include "kernels/device/properties.h"
#include "kernels/device/shared.h"
#include "kernels/device/span.h"
#include "kernels/device/stream.h"
#include "kernels/device/texture.h"
