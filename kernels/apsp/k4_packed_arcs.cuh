// Kernel 4 (Listing 2): kernel 3 with the arcs in groups of four, the first word of each list being
// its length.
#pragma once

#include "kernels/apsp/counted_search.cuh"
#include "kernels/apsp/packed_on_device.cuh"

namespace apsp {

template <int Together>
static __global__ void __launch_bounds__(largest_block)
    k4_packed_arcs(device::span<const int> vertices, device::span<const int4> arcs,
                   device::span<int> frontier, device::span<int> counter, device::span<int> cost) {
  __shared__ device::shared_array<int, 1> changes;
  if (threadIdx.x == 0) changes[0] = 0;
  __syncthreads();
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v < static_cast<int>(frontier.size()) && frontier[v] != 0) {
    const int at = vertices[v];
    const int4 head = arcs[at];
    const packed_list list{arcs, at, 1, head.x + 1, head};
    const int new_cost = leave_frontier(frontier, cost, v);
    atomicSub(&changes[0], 1);
    relax<Together>(list, v, new_cost, frontier, cost, [&] { atomicAdd(&changes[0], 1); });
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&counter[0], changes[0]);
}

template <int Together>
struct k4_network {
  explicit k4_network(const graph& from) : k4_network(pack_with_length(from)) {}
  explicit k4_network(const packed_arcs& from)
      : vertices(upload(from.first_group)), arcs(upload_groups(from)) {}

  void launch(device::stream& queue, const device::launch_shape& shape, device::span<int> frontier,
              device::span<int> counter, device::span<int> cost) const {
    device::launch(queue, k4_packed_arcs<Together>, shape, vertices.view(), arcs.view(), frontier,
                   counter, cost);
  }
  static device::launch_report describe(const device::launch_shape& shape) {
    return device::describe("k4_packed_arcs", k4_packed_arcs<Together>, shape);
  }

  device::buffer<int> vertices;
  device::buffer<int4> arcs;
};

template <int Together>
using k4_search = counted_search<k4_network<Together>>;

}  // namespace apsp
