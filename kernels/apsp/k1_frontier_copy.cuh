// Kernel 1 (Listing 10): the frontier array comes back to the host after every level, and the host
// looks through it for a vertex that is still active. That copy and that search are the point of
// it: the later kernels are rid of them.
#pragma once

#include "kernels/apsp/frontier_search.cuh"

namespace apsp {

template <bool Races, int AtOnce>
static __global__ void __launch_bounds__(largest_block)
    k1_frontier_copy(device::span<const int> vertices, device::span<const int> arcs,
                     device::span<int> frontier, device::span<int> cost, int level) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= static_cast<int>(frontier.size()) || !is_active<Races>(frontier, cost, v, level)) return;
  const single_list list{arcs, vertices[v], vertices[v + 1]};
  frontier[v] = 0;
  const int new_cost = cost[v] + 1;
  relax<AtOnce>(list, new_cost, cost, [&](const auto& neighbours, const auto& lower) {
#pragma unroll
    for (int j = 0; j < AtOnce; ++j)
      if (lower[j]) frontier[neighbours[j]] = 1;
  });
}

template <auto Kernel>
class copied_frontier_search : public frontier_search<"k1_frontier_copy", csr_network, Kernel> {
 public:
  copied_frontier_search(const graph& network, int block, std::size_t ahead)
      : copied_frontier_search::frontier_search(network, block, ahead, network.vertices()) {}

  void level(device::stream& queue, device::span<int> cost, int level, std::size_t slot) {
    this->launch(queue, cost, level);
    this->look_at(this->frontier_, queue, slot);
  }
};

template <bool Races, int AtOnce>
using k1_search = copied_frontier_search<k1_frontier_copy<Races, AtOnce>>;

}  // namespace apsp
