// A launch by the runtime.
#pragma once

#include <cuda_runtime.h>

#include <utility>

#include "kernels/device/backend.h"
#include "kernels/device/cuda/check.h"
#include "kernels/device/launch_shape.h"

namespace device::cuda {
bool has_programmatic_launch();  ///< compute capability 9.0 on
}

namespace device::backend {

template <class... P, class... A>
void launch(stream_state& queue, void (*kernel)(P...), const launch_shape& shape,
            A&&... arguments) {
  const bool early = shape.programmatic_launch && cuda::has_programmatic_launch();
  if (early || shape.resident) {
    cudaLaunchAttribute attributes[2]{};
    unsigned count = 0;
    if (early) {
      attributes[count].id = cudaLaunchAttributeProgrammaticStreamSerialization;
      attributes[count++].val.programmaticStreamSerializationAllowed = 1;
    }
    if (shape.resident) {
      attributes[count].id = cudaLaunchAttributeCooperative;
      attributes[count++].val.cooperative = 1;
    }
    cudaLaunchConfig_t config{};
    config.gridDim = shape.grid;
    config.blockDim = shape.block;
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = cuda::native(queue);
    config.attrs = attributes;
    config.numAttrs = count;
    cuda::check(cudaLaunchKernelEx(&config, kernel, static_cast<P>(arguments)...), "launch");
    return;
  }
  kernel<<<shape.grid, shape.block, shape.shared_bytes, cuda::native(queue)>>>(
      std::forward<A>(arguments)...);
  cuda::check(cudaGetLastError(), "launch");
}

}  // namespace device::backend
