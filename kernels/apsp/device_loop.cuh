// Kernel 7 with the loop over the levels on the device: one launch a source, which ends when the
// frontier is empty. The paper's loop costs a launch, a copy and the host's answer a level; here a
// level costs a meeting of all blocks, and the host waits for nothing.
//
//   for each vertex: cost = unreached, frontier = false
//   cost[source] = 0, frontier[source] = true
//   while the frontier holds a vertex:
//     for each vertex of the frontier: kernel 7
//
// The blocks are as many as run at once, and a thread strides over the vertices.
#pragma once

#include <algorithm>
#include <tuple>

#include "kernels/apsp/k7_thread_counter.cuh"
#include "kernels/device/resident.h"

namespace apsp {

/// `filled`: the vertices of the frontier in two parts, what levels of even number have changed
/// (and the source), and those of odd number. Levels take turns, because a block may still read
/// what a level left when others are in the next; none is two levels on. The 1 lets a
/// thread have all registers that the largest block leaves it: ptxas spills some without.
template <int AtOnce>
static __global__ void __launch_bounds__(largest_block, 1)
    device_loop(device::span<const int> order, device::span<const int2> vertices,
                device::span<const int4> arcs, device::span<int> frontier, device::span<int> filled,
                device::span<unsigned> barrier, device::span<int> cost, int source) {
  __shared__ device::shared_array<int, 1> changes;
  if (threadIdx.x == 0) changes[0] = 0;
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  if (thread == 0) {
    filled[0] = 1;
    filled[1] = 0;
  }
  for (unsigned v = thread; v < cost.size(); v += threads) {
    const bool is_source = static_cast<int>(v) == source;
    cost[v] = is_source ? 0 : unreached;
    frontier[v] = is_source ? 1 : 0;
  }
  device::meet(barrier.data(), gridDim.x);

  int other_part = 0;
  for (int level = 0;; ++level) {
    int grown = 0;
    for (unsigned i = thread; i < order.size(); i += threads) {
      const int v = order[i];
      if (device::read_published(&frontier[v]) == 0 || device::read_published(&cost[v]) != level)
        continue;
      frontier[v] = 0;
      grown += search_from<AtOnce, true>(v, level + 1, vertices, arcs, frontier, cost);
    }
    if (grown != 0) atomicAdd(&changes[0], grown);
    __syncthreads();
    if (threadIdx.x == 0) {
      atomicAdd(&filled[level % 2], changes[0]);
      changes[0] = 0;
    }
    device::meet(barrier.data(), gridDim.x);
    const int part = device::read_published(&filled[level % 2]);
    if (part + other_part == 0) return;
    other_part = part;
  }
}

template <int AtOnce>
class device_loop_search {
 public:
  /// No level is enqueued, ahead or not.
  device_loop_search(const graph& network, int block, std::size_t /*ahead*/)
      : shape_(one_thread_each(network.vertices(), block, 0)),
        network_(network),
        frontier_(network.vertices()),
        filled_(2),
        barrier_(std::vector<unsigned>(2)) {
    shape_.resident = true;
    const int most = device::most_resident(device_loop<AtOnce>, shape_);
    shape_.grid.x = std::min(shape_.grid.x, static_cast<unsigned>(most));
  }

  /// The whole search from one source, enqueued.
  void search(device::stream& queue, device::span<int> cost, vertex source) {
    const auto with_lists = [&](auto... lists) {
      device::launch(queue, device_loop<AtOnce>, shape_, lists..., frontier_.view(), filled_.view(),
                     barrier_.view(), cost, source);
    };
    std::apply(with_lists, network_.lists());
  }

  std::size_t graph_bytes() const { return network_.bytes(); }
  device::launch_report describe() const {
    return device::describe("device_loop", device_loop<AtOnce>, shape_);
  }

 private:
  device::launch_shape shape_;
  sorted_network network_;
  device::buffer<int> frontier_, filled_;
  device::buffer<unsigned> barrier_;
};

/// All of them enqueued, the host waiting for none.
template <int AtOnce>
std::int64_t search_all(device_loop_search<AtOnce>& search, const problem& problem,
                        device::buffer<int>& cost, device::stream& queue, std::size_t /*ahead*/) {
  const auto n = static_cast<std::size_t>(problem.network.vertices());
  for (std::size_t i = 0; i < problem.sources.size(); ++i)
    search.search(queue, cost.view().subspan(i * n, n), problem.sources[i]);
  return std::ssize(problem.sources);
}

}  // namespace apsp
