// Kernel 2 (Listing 11): kernel 1 with a counter of the frontier's vertices in global memory, kept
// by atomics.
#pragma once

#include "kernels/apsp/frontier_search.cuh"

namespace apsp {

template <bool Races, int AtOnce>
static __global__ void __launch_bounds__(largest_block)
    k2_global_counter(device::span<const int> vertices, device::span<const int> arcs,
                      device::span<int> frontier, device::span<int> counter, device::span<int> cost,
                      int level) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= static_cast<int>(frontier.size()) || !is_active<Races>(frontier, cost, v, level)) return;
  const single_list list{arcs, vertices[v], vertices[v + 1]};
  frontier[v] = 0;
  const int new_cost = cost[v] + 1;
  atomicSub(&counter[0], 1);
  relax_counted<AtOnce>(list, v, new_cost, frontier, cost, [&] { atomicAdd(&counter[0], 1); });
}

template <bool Races, int AtOnce>
using k2_search =
    counted_search<"k2_global_counter", csr_network, k2_global_counter<Races, AtOnce>>;

}  // namespace apsp
