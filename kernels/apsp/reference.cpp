#include "kernels/apsp/reference.h"

#include <algorithm>
#include <vector>

namespace apsp {
namespace {

// Breadth-first search from one source.
void search(const graph& network, vertex source, std::span<std::int32_t> distance) {
  std::ranges::fill(distance, unreached);
  std::vector<vertex> queue{source};
  distance[source] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (const vertex w : network.neighbours(queue[head])) {
      if (distance[w] != unreached) continue;
      distance[w] = distance[queue[head]] + 1;
      queue.push_back(w);
    }
  }
}

}  // namespace

// A batch of rows at a time, so that memory stays bounded and the rows are added in order.
distances reference(const problem& given) {
  constexpr std::size_t batch = 256;
  const auto n = static_cast<std::size_t>(given.network.vertices());
  distances found{.vertices = given.network.vertices()};
  for (std::size_t from = 0; from < given.sources.size(); from += batch) {
    std::vector<std::int32_t> rows(std::min(batch, given.sources.size() - from) * n);
#pragma omp parallel for schedule(dynamic)
    for (std::size_t i = 0; i < rows.size() / n; ++i)
      search(given.network, given.sources[from + i], std::span(rows).subspan(i * n, n));
    found.add_rows(rows);
  }
  return found;
}

}  // namespace apsp
