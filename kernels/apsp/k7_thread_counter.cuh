// Kernel 7: kernel 5 with a counter in each thread's register, and so one atomic on shared memory a
// thread. The paper's best.
#pragma once

#include "kernels/apsp/frontier_search.cuh"

namespace apsp {

template <int AtOnce>
static __global__ void __launch_bounds__(largest_block)
    k7_thread_counter(device::span<const int> order, device::span<const int2> vertices,
                      device::span<const int4> arcs, device::span<int> frontier,
                      device::span<int> counter, device::span<int> cost) {
  __shared__ device::shared_array<int, 1> changes;
  if (threadIdx.x == 0) changes[0] = 0;
  __syncthreads();
  const auto thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int v = thread < order.size() ? order[thread] : -1;
  if (v >= 0 && frontier[v] != 0) {
    const int2 place = vertices[v];
    const packed_list list{arcs, place.x, 0, place.y, {}};
    const int new_cost = leave_frontier(frontier, cost, v);
    int mine = -1;
    relax<AtOnce>(list, v, new_cost, frontier, cost, [&] { ++mine; });
    atomicAdd(&changes[0], mine);
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&counter[0], changes[0]);
}

template <int AtOnce>
using k7_search = counted_search<"k7_thread_counter", sorted_network, k7_thread_counter<AtOnce>>;

}  // namespace apsp
