// Listing 5: kernel 3 with its arcs read through a texture, some of them ahead into shared memory.
// Each list is walked as by
//   for (int i = begin; i < end; ++i) visit(arcs[i]);
// but that one step in (Prefetched + 1) fetches its own arc and those of the steps after it, which
// then take theirs from shared memory. They are there even if what is done with the arcs has driven
// them from the texture cache by then. As printed, the fetches run on beyond the end of a list.
#pragma once

#include "kernels/apsp/frontier_search.cuh"

namespace apsp {

/// Layout (e), its arcs as a texture.
struct texture_network {
  explicit texture_network(const graph& network)
      : vertices(network.offsets),
        arcs(some(network.targets)),
        texels(device::texture<int>::linear(arcs)) {}
  auto lists() const { return std::tuple(vertices.view(), texels.object()); }
  std::size_t bytes() const { return vertices.bytes() + arcs.bytes(); }

  device::buffer<int> vertices, arcs;
  device::texture<int> texels;

 private:
  /// A texture has at least one texel.
  static std::vector<int> some(std::vector<int> targets) {
    targets.resize(std::max<std::size_t>(1, targets.size()));
    return targets;
  }
};

/// Positions begin..end are places in `arcs`. `ahead` is the block's, `Prefetched` words a thread,
/// word by word, so that the threads of a warp meet at no bank. 0: the texture is read directly.
template <int Prefetched>
struct prefetched_list {
  device::texture_object arcs;
  device::span<int> ahead;
  int begin, end;

  template <int AtOnce>
  __device__ __forceinline__ int first() const {
    return begin;
  }
  template <int AtOnce>
  __device__ __forceinline__ void fetch(int (&neighbours)[AtOnce], int i) const {
#pragma unroll
    for (int j = 0; j < AtOnce; ++j) neighbours[j] = i + j < end ? read(i + j) : -1;
  }

 private:
  /// The arc at position `i`, which is one beyond that of the call before.
  __device__ __forceinline__ int read(int i) const {
    const int step = (i - begin) % (Prefetched + 1);
    if (step > 0) return ahead[blockDim.x * (step - 1) + threadIdx.x];
    const int arc = tex1Dfetch<int>(arcs, i);
#pragma unroll
    for (int j = 0; j < Prefetched; ++j)
      ahead[blockDim.x * j + threadIdx.x] = tex1Dfetch<int>(arcs, i + j + 1);
    return arc;
  }
};

template <int Prefetched, int AtOnce>
static __global__ void __launch_bounds__(largest_block)
    l5_texture_prefetch(device::span<const int> vertices, device::texture_object arcs,
                        device::span<int> frontier, device::span<int> counter,
                        device::span<int> cost, int level) {
  __shared__ device::shared_array<int, 1> changes;
  if (threadIdx.x == 0) changes[0] = 0;
  __syncthreads();
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v < static_cast<int>(frontier.size()) && is_active<false>(frontier, cost, v, level)) {
    const auto ahead = device::dynamic_shared<int>(Prefetched * blockDim.x);
    const prefetched_list<Prefetched> list{arcs, ahead, vertices[v], vertices[v + 1]};
    frontier[v] = 0;
    const int new_cost = cost[v] + 1;
    atomicSub(&changes[0], 1);
    relax_counted<AtOnce>(list, v, new_cost, frontier, cost, [&] { atomicAdd(&changes[0], 1); });
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&counter[0], changes[0]);
}

template <int Prefetched, auto Kernel>
class prefetched_search : public counted_search<"l5_texture_prefetch", texture_network, Kernel> {
 public:
  prefetched_search(const graph& network, int block, std::size_t ahead)
      : prefetched_search::counted_search(network, block, ahead, Prefetched * block * sizeof(int)) {
  }
};

template <int Prefetched>
struct l5 {
  template <int AtOnce>
  using search = prefetched_search<Prefetched, l5_texture_prefetch<Prefetched, AtOnce>>;
};

}  // namespace apsp
