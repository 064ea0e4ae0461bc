#include "kernels/apsp/reference.h"

#include <algorithm>

namespace apsp {

std::vector<std::int32_t> reference_row(const graph& network, vertex source) {
  std::vector<std::int32_t> distance(network.vertices(), unreached);
  std::vector<vertex> queue{source};
  distance[source] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (const vertex w : network.neighbours(queue[head])) {
      if (distance[w] != unreached) continue;
      distance[w] = distance[queue[head]] + 1;
      queue.push_back(w);
    }
  }
  return distance;
}

// A batch of rows at a time, so that memory stays bounded and the rows are added in order.
distances reference(const problem& given) {
  constexpr std::size_t batch = 256;
  distances found{.vertices = given.network.vertices()};
  for (std::size_t from = 0; from < given.sources.size(); from += batch) {
    const std::size_t count = std::min(batch, given.sources.size() - from);
    std::vector<std::vector<std::int32_t>> rows(count);
#pragma omp parallel for schedule(dynamic)
    for (std::size_t i = 0; i < count; ++i)
      rows[i] = reference_row(given.network, given.sources[from + i]);
    for (const auto& row : rows) found.add(row);
  }
  return found;
}

}  // namespace apsp
