// One replication a thread (thread-level parallelism, Sect. 3).
#pragma once

#include "kernels/device/device.h"
#include "kernels/replications/model.h"

namespace replications {

template <class Model, class Generator>
__global__ void run_tlp(typename Model::parameters parameters, device::span<const word> keys,
                        device::span<double> results, unsigned replications) {
  const unsigned replication = blockIdx.x * blockDim.x + threadIdx.x;
  if (replication >= replications) return;
  Generator random(key_of<Generator>(keys, replications, replication));
  write_results(results, replications, replication, replicate<Model>(parameters, random));
}

}  // namespace replications
