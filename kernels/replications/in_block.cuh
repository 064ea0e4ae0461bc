// Ours: the threads of a block, or of several, share a replication. Its items are cut into parts of
// equal length, one a thread, whose random words the thread enters by a skip; so the results are
// those of the plain loop.
//
// Where an item depends on those before it (the queue), a part's effect on what follows is found
// first, effects are combined by a scan over the threads, and the part is gone through again from
// the state that it begins in. That takes one block a replication.
#pragma once

#include "kernels/device/device.h"
#include "kernels/replications/model.h"
#include "kernels/replications/skip.cuh"

namespace replications {

/// How the items of a replication are shared out.
struct sharing {
  stream_parts parts;
  int items = 0;  ///< of a part

  __device__ int items_of(int part, int all) const {
    const std::int64_t left = all - std::int64_t{part} * items;
    return static_cast<int>(left < 0 ? 0 : left < items ? left : items);
  }
};

/// The effect of all threads before this one; all threads of the block must come. `scratch` has a
/// place for each.
template <class Model>
__device__ typename Model::effect effect_before(device::span<typename Model::effect> scratch,
                                                typename Model::effect mine) {
  const unsigned thread = threadIdx.x;
  for (unsigned reach = 1; reach < blockDim.x; reach *= 2) {
    scratch[thread] = mine;
    __syncthreads();
    if (thread >= reach) mine = Model::then(scratch[thread - reach], mine);
    __syncthreads();
  }
  scratch[thread] = mine;
  __syncthreads();
  const typename Model::effect before =
      thread == 0 ? typename Model::effect{} : scratch[thread - 1];
  __syncthreads();
  return before;
}

/// For the first thread, the state of all parts together; all threads of the block must come.
template <class Model>
__device__ typename Model::state merge_block(const typename Model::parameters& parameters,
                                             device::span<typename Model::state> scratch,
                                             typename Model::state mine) {
  const unsigned thread = threadIdx.x;
  scratch[thread] = mine;
  for (unsigned reach = 1; reach < blockDim.x; reach *= 2) {
    __syncthreads();
    if (thread % (2 * reach) == 0 && thread + reach < blockDim.x)
      Model::merge(parameters, scratch[thread], scratch[thread + reach]);
  }
  return scratch[thread];
}

template <class Model, class Random>
__device__ typename Model::state simulate_thread(const typename Model::parameters& parameters,
                                                 int items, Random& random) {
  typename Model::state state{};
  if constexpr (sequential_model<Model>) {
    using effect = typename Model::effect;
    effect mine{};
    Random ahead = random;
    Model::simulate_effect(parameters, mine, items, ahead);
    const auto scratch = device::dynamic_shared<effect>(blockDim.x);
    state = Model::begin(effect_before<Model>(scratch, mine));
    Model::simulate(parameters, state, items, random);
  } else if constexpr (requires { Model::simulate_part(parameters, state, items, random); }) {
    Model::simulate_part(parameters, state, items, random);
  } else {
    Model::simulate(parameters, state, items, random);
  }
  return state;
}

/// Blocks in a row share a replication. If it has several, `block_states` takes the state of each
/// for merge_blocks().
template <class Model, class Generator>
__global__ void __launch_bounds__(1024)
    run_in_block(typename Model::parameters parameters, sharing shared,
                 device::span<const word> keys, device::span<const word> skips,
                 device::span<double> results, device::span<typename Model::state> block_states,
                 unsigned replications) {
  const unsigned blocks = shared.parts.blocks;
  const unsigned replication = blockIdx.x / blocks, block = blockIdx.x % blocks;
  auto random = enter_stream<Generator>(keys, skips, shared.parts,
                                        {replications, replication, static_cast<int>(block)});
  const int part = static_cast<int>(block * blockDim.x + threadIdx.x);
  const auto mine =
      simulate_thread<Model>(parameters, shared.items_of(part, Model::items(parameters)), random);
  const auto scratch = device::dynamic_shared<typename Model::state>(blockDim.x);
  const auto all = merge_block<Model>(parameters, scratch, mine);
  if (threadIdx.x != 0) return;
  if (blocks == 1) {
    write_results(results, replications, replication, Model::results(parameters, all));
  } else {
    block_states[blockIdx.x] = all;
  }
}

/// A thread a replication.
template <class Model>
__global__ void merge_blocks(typename Model::parameters parameters,
                             device::span<const typename Model::state> block_states,
                             device::span<double> results, unsigned blocks, unsigned replications) {
  const unsigned replication = blockIdx.x * blockDim.x + threadIdx.x;
  if (replication >= replications) return;
  typename Model::state all = block_states[std::size_t(replication) * blocks];
  for (unsigned b = 1; b < blocks; ++b)
    Model::merge(parameters, all, block_states[std::size_t(replication) * blocks + b]);
  write_results(results, replications, replication, Model::results(parameters, all));
}

}  // namespace replications
