// Kernel 4 (Listing 2): kernel 3 with the arcs in groups of four, the first word of each list being
// its length.
#pragma once

#include "kernels/apsp/frontier_search.cuh"

namespace apsp {

template <bool Races, int AtOnce>
static __global__ void __launch_bounds__(largest_block)
    k4_packed_arcs(device::span<const int> vertices, device::span<const int4> arcs,
                   device::span<int> frontier, device::span<int> counter, device::span<int> cost,
                   int level) {
  __shared__ device::shared_array<int, 1> changes;
  if (threadIdx.x == 0) changes[0] = 0;
  __syncthreads();
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v < static_cast<int>(frontier.size()) && is_active<Races>(frontier, cost, v, level)) {
    const int first_group = vertices[v];
    const int4 head = arcs[first_group];
    const packed_list list{arcs, first_group, 1, head.x + 1, head};
    frontier[v] = 0;
    const int new_cost = cost[v] + 1;
    atomicSub(&changes[0], 1);
    relax_counted<AtOnce>(list, v, new_cost, frontier, cost, [&] { atomicAdd(&changes[0], 1); });
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&counter[0], changes[0]);
}

template <bool Races, int AtOnce>
using k4_search =
    counted_search<"k4_packed_arcs", length_first_network, k4_packed_arcs<Races, AtOnce>>;

}  // namespace apsp
