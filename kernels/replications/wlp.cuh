// One replication a warp: its first thread works, the others wait (Sect. 3).
#pragma once

#include "kernels/replications/model.h"
#include "kernels/replications/wlp.h"

namespace replications {

template <class Model, class Generator>
__global__ void run_wlp(typename Model::parameters parameters, device::span<const word> keys,
                        device::span<double> results, unsigned replications) {
  WARP_INIT;
  WARP_BEGIN {
    if (warpIdx < replications) {
      Generator random(key_of<Generator>(keys, replications, warpIdx));
      write_results(results, replications, warpIdx, replicate<Model>(parameters, random));
    }
  }
}

/// The same with the warp's number as the launch has it, in blocks of 32 x warps: without what
/// WARP_INIT and WARP_BEGIN work out (Sect. 4).
template <class Model, class Generator>
__global__ void run_wlp_by_launch(typename Model::parameters parameters,
                                  device::span<const word> keys, device::span<double> results,
                                  unsigned replications) {
  const unsigned warp = blockIdx.x * blockDim.y + threadIdx.y;
  if (threadIdx.x != 0 || warp >= replications) return;
  Generator random(key_of<Generator>(keys, replications, warp));
  write_results(results, replications, warp, replicate<Model>(parameters, random));
}

}  // namespace replications
