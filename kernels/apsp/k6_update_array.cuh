// Kernel 6 (Listing 13): kernel 5 with the next frontier in an array of its own and a flag instead
// of the counter. Levels are then strictly apart: all who write a cost in one launch write the
// same, and nothing needs an atomic.
#pragma once

#include <utility>
#include <vector>

#include "kernels/apsp/frontier_search.cuh"

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
    const packed_list list{arcs, place.x, 0, place.y, {}};
    relax<AtOnce>(list, cost[v] + 1, cost, [&](const auto& neighbours, const auto& lower) {
#pragma unroll
      for (int j = 0; j < AtOnce; ++j)
        if (lower[j]) update[neighbours[j]] = 1;
      block_any[0] = 1;
    });
  }
  __syncthreads();
  if (threadIdx.x == 0 && block_any[0] != 0) any[0] = 1;
}

template <auto Kernel>
class update_array_search : public frontier_search<"k6_update_array", sorted_network, Kernel> {
 public:
  update_array_search(const graph& network, int block, std::size_t ahead)
      : update_array_search::frontier_search(network, block, ahead, 1),
        update_(network.vertices()),
        zeros_(std::vector<int>(network.vertices())),
        zero_(std::vector<int>(1)) {}

  void level(device::stream& queue, device::span<int> cost, int /*level*/, std::size_t slot) {
    // As the listing has it: zeros are copied over the array and over the flag.
    update_.copy_from(zeros_, queue);
    this->counter_.copy_from(zero_, queue);
    this->launch(queue, update_.view(), this->counter_.view(), cost);
    this->look_at(this->counter_, queue, slot);
    std::swap(this->frontier_, update_);
  }

 private:
  device::buffer<int> update_, zeros_, zero_;
};

template <int AtOnce>
using k6_search = update_array_search<k6_update_array<AtOnce>>;

}  // namespace apsp
