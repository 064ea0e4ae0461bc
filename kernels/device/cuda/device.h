// The part of CUDA that kernels and launchers use: CUDA itself.
#pragma once

#include <cuda_runtime.h>

#include "kernels/device/cuda/buffer.h"
#include "kernels/device/cuda/graph.h"
#include "kernels/device/cuda/launch.h"
#include "kernels/device/cuda/pinned.h"
#include "kernels/device/cuda/shared.h"
#include "kernels/device/cuda/stream.h"
#include "kernels/device/cuda/texture.h"
#include "kernels/device/errors.h"
#include "kernels/device/properties.h"
#include "kernels/device/span.h"
