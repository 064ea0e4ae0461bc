// Kernel 7: kernel 5 with a counter in each thread's register, and so one atomic on shared memory a
// thread. The paper's best.
#pragma once

#include "kernels/apsp/frontier_search.cuh"

namespace apsp {

/// Puts on the frontier, which the vertex `v` has left, those of its neighbours to whom the path by
/// way of `v` is shorter, and returns by how many vertices it has grown with that.
template <int AtOnce, bool Published = false>
__device__ __forceinline__ int search_from(int v, int new_cost, device::span<const int2> vertices,
                                           device::span<const int4> arcs,
                                           device::span<int> frontier, device::span<int> cost) {
  const int2 place = vertices[v];
  const packed_list list{arcs, place.x, 0, place.y, {}};
  int grown = -1;
  relax_counted<AtOnce, Published>(list, v, new_cost, frontier, cost, [&] { ++grown; });
  return grown;
}

template <bool Races, int AtOnce>
static __global__ void __launch_bounds__(largest_block)
    k7_thread_counter(device::span<const int> order, device::span<const int2> vertices,
                      device::span<const int4> arcs, device::span<int> frontier,
                      device::span<int> counter, device::span<int> cost, int level) {
  __shared__ device::shared_array<int, 1> changes;
  if (threadIdx.x == 0) changes[0] = 0;
  __syncthreads();
  const auto thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int v = thread < order.size() ? order[thread] : -1;
  if (v >= 0 && is_active<Races>(frontier, cost, v, level)) {
    frontier[v] = 0;
    atomicAdd(&changes[0], search_from<AtOnce>(v, cost[v] + 1, vertices, arcs, frontier, cost));
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&counter[0], changes[0]);
}

template <bool Races, int AtOnce>
using k7_search =
    counted_search<"k7_thread_counter", sorted_network, k7_thread_counter<Races, AtOnce>>;

}  // namespace apsp
