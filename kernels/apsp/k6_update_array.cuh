// Kernel 6 (Listing 13): kernel 5 with the next frontier in an array of its own and a flag instead
// of the counter. Levels are then strictly apart: all who write a cost in one launch write the
// same, and nothing needs an atomic.
#pragma once

#include <utility>

#include "kernels/apsp/search.cuh"
#include "kernels/apsp/sorted_network.cuh"

namespace apsp {

template <int AtOnce>
static __global__ void __launch_bounds__(largest_block)
    k6_update_array(device::span<const int> order, device::span<const int2> vertices,
                    device::span<const int4> arcs, device::span<const int> frontier,
                    device::span<int> update, device::span<int> any, device::span<int> cost) {
  __shared__ device::shared_array<int, 1> block_any;
  if (threadIdx.x == 0) block_any[0] = 0;
  __syncthreads();
  const auto thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int v = thread < order.size() ? order[thread] : -1;
  if (v >= 0 && frontier[v] != 0) {
    const int2 place = vertices[v];
    packed_list list{arcs, place.x, 0, place.y, {}};
    const int new_cost = cost[v] + 1;
    for (int i = 0; i < list.end; i += AtOnce) {
      int neighbours[AtOnce];
      bool lower[AtOnce];
      list.fetch(neighbours, i);
#pragma unroll
      for (int j = 0; j < AtOnce; ++j)
        lower[j] = neighbours[j] >= 0 && cost[neighbours[j]] > new_cost;
#pragma unroll
      for (int j = 0; j < AtOnce; ++j) {
        if (!lower[j]) continue;
        cost[neighbours[j]] = new_cost;
        update[neighbours[j]] = 1;
        block_any[0] = 1;
      }
    }
  }
  __syncthreads();
  if (threadIdx.x == 0 && block_any[0] != 0) any[0] = 1;
}

template <int AtOnce>
class k6_search {
 public:
  k6_search(const graph& network, int block, std::size_t ahead)
      : shape_(one_thread_each(network.vertices(), block)),
        network_(network),
        frontier_(network.vertices()),
        update_(network.vertices()),
        zeros_(network.vertices()),
        any_(1),
        zero_(1),
        seen_(ahead + 1) {
    zeros_.upload(std::vector<int>(network.vertices(), 0));
    zero_.upload(std::vector<int>(1, 0));
  }

  void begin(device::stream& queue, device::span<int> cost, vertex source) {
    device::launch(queue, start_search, shape_, cost, frontier_.view(), any_.view(), source);
  }

  void level(device::stream& queue, device::span<int> cost, std::size_t slot) {
    clear_next(queue);
    device::launch(queue, k6_update_array<AtOnce>, shape_, network_.order.view(),
                   network_.vertices.view(), network_.arcs.view(), frontier_.view(), update_.view(),
                   any_.view(), cost);
    any_.download(seen_.view().subspan(slot, 1), queue);
    std::swap(frontier_, update_);
  }

  bool is_filled(std::size_t slot) const { return seen_.view()[slot] != 0; }

  device::launch_report describe() const {
    return device::describe("k6_update_array", k6_update_array<AtOnce>, shape_);
  }

 private:
  // As the listing has it: zeros are copied over the array and over the flag.
  void clear_next(device::stream& queue) {
    update_.copy_from(zeros_, queue);
    any_.copy_from(zero_, queue);
  }

  device::launch_shape shape_;
  sorted_network network_;
  device::buffer<int> frontier_, update_, zeros_, any_, zero_;
  device::pinned<int> seen_;
};

}  // namespace apsp
