// What the kernels share: the step at each neighbour, and the loop on the host.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/apsp/neighbours.cuh"
#include "kernels/apsp/problem.h"
#include "kernels/device/device.h"
#include "kernels/device/resident.h"

namespace apsp {

inline constexpr int largest_block = 1024;  ///< bounds the registers of a thread

/// Whether `v` is to be searched from in the launch of this level. The frontier is changed in
/// place, so a flag may be this launch's own. `Races`: it is followed all the same, as printed.
/// Then costs of two levels are written at once, and the smaller can be lost. Else it waits for its
/// level: all that a launch writes to a cost is the same, and needs no atomic.
template <bool Races>
__device__ __forceinline__ bool is_active(device::span<const int> frontier,
                                          device::span<const int> cost, int v, int level) {
  return frontier[v] != 0 && (Races || cost[v] == level);
}

template <bool Published>
__device__ __forceinline__ int read_cost(device::span<int> cost, int v) {
  if constexpr (Published) return device::read_published(&cost[v]);
  return cost[v];
}

/// The step at the neighbours in a list: lowers the cost of those to whom this path is shorter,
/// and gives join(neighbours, lower) which they are. `AtOnce` neighbours are looked at before any
/// is written; 1 is the printed loop. `Published`: costs may be other blocks' of this launch.
template <int AtOnce, bool Published = false, class List, class Join>
__device__ __forceinline__ void relax(List list, int new_cost, device::span<int> cost, Join join) {
  for (int i = list.template first<AtOnce>(); i < list.end; i += AtOnce) {
    int neighbours[AtOnce];
    list.fetch(neighbours, i);
    bool lower[AtOnce];
    bool any = false;
#pragma unroll
    for (int j = 0; j < AtOnce; ++j) {
      lower[j] = neighbours[j] >= 0 && read_cost<Published>(cost, neighbours[j]) > new_cost;
      any = any || lower[j];
    }
    if (!any) continue;
#pragma unroll
    for (int j = 0; j < AtOnce; ++j)
      if (lower[j]) cost[neighbours[j]] = new_cost;
    join(neighbours, lower);
  }
}

/// The same for a counted frontier: puts the neighbours on it and calls count() for each that was
/// not there already. Only then may a counter go up: as printed, a vertex that several threads find
/// in one launch counts several times, and the counter never comes back to zero. The atomics
/// overlap, for none stands in a branch: where there is nothing to do, they act on `v` itself.
template <int AtOnce, bool Published = false, class List, class Count>
__device__ __forceinline__ void relax_counted(List list, int v, int new_cost,
                                              device::span<int> frontier, device::span<int> cost,
                                              Count count) {
  relax<AtOnce, Published>(list, new_cost, cost, [&](const auto& neighbours, const auto& lower) {
    int before[AtOnce];
#pragma unroll
    for (int j = 0; j < AtOnce; ++j)
      before[j] = atomicOr(&frontier[lower[j] ? neighbours[j] : v], lower[j] ? 1 : 0);
#pragma unroll
    for (int j = 0; j < AtOnce; ++j)
      if (lower[j] && before[j] == 0) count();
  });
}

/// Sets up a search: costs, the frontier of one vertex, and the number of vertices in it.
[[maybe_unused]] static __global__ void start_search(device::span<int> cost,
                                                     device::span<int> frontier,
                                                     device::span<int> counter, int source) {
  const auto v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v == 0) counter[0] = 1;
  if (v >= cost.size()) return;
  const bool is_source = static_cast<int>(v) == source;
  cost[v] = is_source ? 0 : unreached;
  frontier[v] = is_source ? 1 : 0;
}

/// One thread a vertex.
inline device::launch_shape one_thread_each(vertex vertices, int block, std::size_t shared_bytes) {
  return {.grid = dim3(static_cast<unsigned>((vertices + block - 1) / block)),
          .block = dim3(static_cast<unsigned>(block)),
          .shared_bytes = shared_bytes};
}

/// Searches from every source of the problem, one after the other. `Search` has begin(stream, cost,
/// source), level(stream, cost, level, slot), which enqueues one level and the copy of what the
/// host looks at, and is_filled(slot), which says whether the frontier still held a vertex after
/// it. The host learns of a level when `ahead` more are enqueued; 0 is the printed loop. Levels
/// beyond the last find an empty frontier and change nothing. Row i of `cost` (sources x vertices)
/// receives the distances from sources[i]. Returns the number of levels launched.
template <class Search>
std::int64_t search_all(Search& search, const problem& problem, device::buffer<int>& cost,
                        device::stream& queue, std::size_t ahead) {
  std::int64_t launches = 0;
  const auto n = static_cast<std::size_t>(problem.network.vertices());
  std::vector<device::event> done(ahead + 1);
  for (std::size_t i = 0; i < problem.sources.size(); ++i) {
    const device::span<int> row = cost.view().subspan(i * n, n);
    search.begin(queue, row, problem.sources[i]);
    for (std::size_t level = 0;; ++level) {
      search.level(queue, row, static_cast<int>(level), level % done.size());
      done[level % done.size()].record(queue);
      ++launches;
      if (level < ahead) continue;
      const std::size_t oldest = (level - ahead) % done.size();
      done[oldest].synchronize();
      if (!search.is_filled(oldest)) break;
    }
  }
  return launches;
}

}  // namespace apsp
