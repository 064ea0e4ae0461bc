// What the seven kernels share: the lists of arcs on the device, the step at each neighbour, and
// the loop on the host.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "kernels/apsp/distances.h"
#include "kernels/apsp/graph.h"
#include "kernels/device/device.h"

namespace apsp {

/// Layout of Figure 9(e).
struct csr_on_device {
  device::buffer<int> vertices, arcs;
  explicit csr_on_device(const graph& from)
      : vertices(from.offsets.size()), arcs(std::max<std::size_t>(from.targets.size(), 1)) {
    vertices.upload(from.offsets);
    if (!from.targets.empty()) arcs.upload(from.targets);
  }
};

/// True if this path made the neighbour's cost lower. The printed "if (cost[nbr] > new) cost[nbr] =
/// new" can lose the smaller of two values that are written at once; the plain look before the
/// atomic spares most of the atomics.
__device__ __forceinline__ bool lowers(device::span<int> cost, int neighbour, int new_cost) {
  return cost[neighbour] > new_cost && atomicMin(&cost[neighbour], new_cost) > new_cost;
}

/// Takes a vertex off the frontier and says what its neighbours will cost. The flag is cleared
/// before the cost is read, with a fence between: whoever lowers the cost afterwards sets the flag
/// afterwards, too (see `flag`).
__device__ __forceinline__ int leave_frontier(device::span<int> frontier, device::span<int> cost,
                                              int v) {
  atomicExch(&frontier[v], 0);
  __threadfence();
  return atomicAdd(&cost[v], 0) + 1;  // read past the first-level cache
}

/// Puts a vertex on the frontier after its cost was written. True if it was not there already: only
/// then may a counter go up, or it never comes back to zero.
__device__ __forceinline__ bool flag(device::span<int> frontier, int v) {
  __threadfence();
  return atomicExch(&frontier[v], 1) == 0;
}

/// Sets up a search: costs, the frontier of one vertex, and the number of vertices in it.
static __global__ void start_search(device::span<int> cost, device::span<int> frontier,
                                    device::span<int> counter, int source) {
  const auto v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v == 0) counter[0] = 1;
  if (v >= cost.size()) return;
  const bool is_source = static_cast<int>(v) == source;
  cost[v] = is_source ? 0 : unreached;
  frontier[v] = is_source ? 1 : 0;
}

/// One thread a vertex.
inline device::launch_shape one_thread_each(vertex vertices, int block) {
  return {.grid = dim3(static_cast<unsigned>((vertices + block - 1) / block)),
          .block = dim3(static_cast<unsigned>(block))};
}

/// Searches from every source, one after the other. `Search` has begin(stream, cost, source) and
/// advance(stream, cost), which runs one level and says whether the frontier still holds a vertex.
/// Row i of `cost` (sources x vertices) receives the distances from sources[i]. Returns the number
/// of levels launched.
template <class Search>
std::int64_t search_all(Search& search, std::span<const vertex> sources, vertex vertices,
                        device::buffer<int>& cost, device::stream& queue) {
  std::int64_t launches = 0;
  const auto n = static_cast<std::size_t>(vertices);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const device::span<int> row = cost.view().subspan(i * n, n);
    search.begin(queue, row, sources[i]);
    do {
      ++launches;
    } while (search.advance(queue, row));
  }
  return launches;
}

}  // namespace apsp
