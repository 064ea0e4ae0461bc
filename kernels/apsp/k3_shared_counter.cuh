// Kernel 3 (Listing 4): kernel 2 with the block's changes gathered in shared memory, one global
// atomic a block.
#pragma once

#include "kernels/apsp/frontier_search.cuh"

namespace apsp {

template <bool Races, int AtOnce>
static __global__ void __launch_bounds__(largest_block)
    k3_shared_counter(device::span<const int> vertices, device::span<const int> arcs,
                      device::span<int> frontier, device::span<int> counter, device::span<int> cost,
                      int level) {
  __shared__ device::shared_array<int, 1> changes;
  if (threadIdx.x == 0) changes[0] = 0;
  __syncthreads();
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v < static_cast<int>(frontier.size()) && is_active<Races>(frontier, cost, v, level)) {
    const single_list list{arcs, vertices[v], vertices[v + 1]};
    frontier[v] = 0;
    const int new_cost = cost[v] + 1;
    atomicSub(&changes[0], 1);
    relax_counted<AtOnce>(list, v, new_cost, frontier, cost, [&] { atomicAdd(&changes[0], 1); });
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&counter[0], changes[0]);
}

template <bool Races, int AtOnce>
using k3_search =
    counted_search<"k3_shared_counter", csr_network, k3_shared_counter<Races, AtOnce>>;

}  // namespace apsp
