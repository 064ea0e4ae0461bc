// Listing 3: dynamic shared memory split by offsets, and two ways for a thread to have two words in
// it. Equal to kernel 3,
//   for each thread whose vertex is in the frontier: changes -= 1, and += 1 for each that joins it
// but that each thread counts those that left and those that joined in two words of its own,
// without atomics, and adds them to the block's counter at the end. Every thread writes and reads
// both, so that the threads of whole warps meet at the banks.
#pragma once

#include "kernels/apsp/frontier_search.cuh"

namespace apsp {

/// `Stride` 2: a thread's words lie side by side, so that the threads of a warp meet in every other
/// bank, two in each. 1: all first words lie before all second ones, each in a bank of its own.
template <int Stride, int AtOnce>
static __global__ void __launch_bounds__(largest_block)
    l3_thread_pairs(device::span<const int> vertices, device::span<const int> arcs,
                    device::span<int> frontier, device::span<int> counter, device::span<int> cost,
                    int level) {
  const auto words = device::dynamic_shared<int>(2 * blockDim.x);
  const auto changes = device::dynamic_shared<int>(1, 2 * blockDim.x * sizeof(int));
  const unsigned left = Stride == 2 ? 2 * threadIdx.x : threadIdx.x;
  const unsigned joined = Stride == 2 ? 2 * threadIdx.x + 1 : blockDim.x + threadIdx.x;
  words[left] = 0;
  words[joined] = 0;
  if (threadIdx.x == 0) changes[0] = 0;
  __syncthreads();
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v < static_cast<int>(frontier.size()) && is_active<false>(frontier, cost, v, level)) {
    const single_list list{arcs, vertices[v], vertices[v + 1]};
    frontier[v] = 0;
    const int new_cost = cost[v] + 1;
    ++words[left];
    relax_counted<AtOnce>(list, v, new_cost, frontier, cost, [&] { ++words[joined]; });
  }
  const int change = words[joined] - words[left];
  if (change != 0) atomicAdd(&changes[0], change);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&counter[0], changes[0]);
}

template <auto Kernel>
class thread_pairs_search : public counted_search<"l3_thread_pairs", csr_network, Kernel> {
 public:
  thread_pairs_search(const graph& network, int block, std::size_t ahead)
      : thread_pairs_search::counted_search(network, block, ahead, (2 * block + 1) * sizeof(int)) {}
};

template <int AtOnce>
using l3_stride_1_search = thread_pairs_search<l3_thread_pairs<1, AtOnce>>;
template <int AtOnce>
using l3_stride_2_search = thread_pairs_search<l3_thread_pairs<2, AtOnce>>;

}  // namespace apsp
