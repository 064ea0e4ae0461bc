// Kernel 5 (Listing 12): kernel 4 with the vertices sorted by degree and the lengths beside them,
// Figure 9(f).
#pragma once

#include "kernels/apsp/frontier_search.cuh"

namespace apsp {

template <bool Races, int AtOnce>
static __global__ void __launch_bounds__(largest_block)
    k5_sorted_degree(device::span<const int> order, device::span<const int2> vertices,
                     device::span<const int4> arcs, device::span<int> frontier,
                     device::span<int> counter, device::span<int> cost, int level) {
  __shared__ device::shared_array<int, 1> changes;
  if (threadIdx.x == 0) changes[0] = 0;
  __syncthreads();
  const auto thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int v = thread < order.size() ? order[thread] : -1;
  if (v >= 0 && is_active<Races>(frontier, cost, v, level)) {
    const int2 place = vertices[v];
    const packed_list list{arcs, place.x, 0, place.y, {}};
    frontier[v] = 0;
    const int new_cost = cost[v] + 1;
    atomicSub(&changes[0], 1);
    relax_counted<AtOnce>(list, v, new_cost, frontier, cost, [&] { atomicAdd(&changes[0], 1); });
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&counter[0], changes[0]);
}

template <bool Races, int AtOnce>
using k5_search =
    counted_search<"k5_sorted_degree", sorted_network, k5_sorted_degree<Races, AtOnce>>;

}  // namespace apsp
