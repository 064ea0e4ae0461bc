// Kernel 1 (Listing 10): the frontier array comes back to the host after every level, and the host
// looks through it for a vertex that is still active. That copy and that search are the point of
// it: the later kernels are rid of them.
#pragma once

#include "kernels/apsp/search.cuh"

namespace apsp {

template <int AtOnce>
static __global__ void __launch_bounds__(largest_block)
    k1_frontier_copy(device::span<const int> vertices, device::span<const int> arcs,
                     device::span<int> frontier, device::span<int> cost) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= static_cast<int>(frontier.size()) || frontier[v] == 0) return;
  const single_list list{arcs, vertices[v], vertices[v + 1]};
  const int new_cost = leave_frontier(frontier, cost, v);
  relax<AtOnce>(list, v, new_cost, frontier, cost, [] {});
}

template <int AtOnce>
class k1_search {
 public:
  k1_search(const graph& network, int block, std::size_t ahead)
      : shape_(one_thread_each(network.vertices(), block)),
        network_(network),
        frontier_(network.vertices()),
        counter_(1),
        seen_(frontier_.size() * (ahead + 1)) {}

  void begin(device::stream& queue, device::span<int> cost, vertex source) {
    device::launch(queue, start_search, shape_, cost, frontier_.view(), counter_.view(), source);
  }

  void level(device::stream& queue, device::span<int> cost, std::size_t slot) {
    device::launch(queue, k1_frontier_copy<AtOnce>, shape_, network_.vertices.view(),
                   network_.arcs.view(), frontier_.view(), cost);
    frontier_.download(seen_.view().subspan(slot * frontier_.size(), frontier_.size()), queue);
  }

  bool is_filled(std::size_t slot) const {
    const auto seen = seen_.view().subspan(slot * frontier_.size(), frontier_.size());
    return std::find(seen.begin(), seen.end(), 1) != seen.end();
  }

  device::launch_report describe() const {
    return device::describe("k1_frontier_copy", k1_frontier_copy<AtOnce>, shape_);
  }

 private:
  device::launch_shape shape_;
  csr_on_device network_;
  device::buffer<int> frontier_, counter_;
  device::pinned<int> seen_;
};

}  // namespace apsp
