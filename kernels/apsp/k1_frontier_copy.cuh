// Kernel 1 (Listing 10): the frontier array comes back to the host after every level, and the host
// looks through it for a vertex that is still active. That copy and that search are the point of
// it: the later kernels are rid of them.
#pragma once

#include "kernels/apsp/search.cuh"

namespace apsp {

static __global__ void k1_frontier_copy(device::span<const int> vertices,
                                        device::span<const int> arcs, device::span<int> frontier,
                                        device::span<int> cost) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= static_cast<int>(frontier.size()) || frontier[v] == 0) return;
  const int new_cost = leave_frontier(frontier, cost, v);
  const int end = vertices[v + 1];
  for (int a = vertices[v]; a < end; ++a) {
    const int neighbour = arcs[a];
    if (lowers(cost, neighbour, new_cost)) flag(frontier, neighbour);
  }
}

class k1_search {
 public:
  k1_search(const graph& network, int block)
      : shape_(one_thread_each(network.vertices(), block)),
        network_(network),
        frontier_(network.vertices()),
        counter_(1),
        seen_(network.vertices()) {}

  void begin(device::stream& queue, device::span<int> cost, vertex source) {
    device::launch(queue, start_search, shape_, cost, frontier_.view(), counter_.view(), source);
  }

  bool advance(device::stream& queue, device::span<int> cost) {
    device::launch(queue, k1_frontier_copy, shape_, network_.vertices.view(), network_.arcs.view(),
                   frontier_.view(), cost);
    seen_.copy_from(frontier_, queue);
    queue.synchronize();
    const std::span<const int> seen = seen_.view();
    return std::find(seen.begin(), seen.end(), 1) != seen.end();
  }

  device::launch_report describe() const {
    return device::describe("k1_frontier_copy", k1_frontier_copy, shape_);
  }

 private:
  device::launch_shape shape_;
  csr_on_device network_;
  device::buffer<int> frontier_, counter_;
  device::pinned<int> seen_;
};

}  // namespace apsp
