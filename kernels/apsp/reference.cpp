#include "kernels/apsp/reference.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "kernels/apsp/cpu.h"

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

// Pairs at each distance, by the same searches.
distances histogram(const problem& given) {
  distances found{.vertices = given.network.vertices()};
#pragma omp parallel
  {
    std::vector<std::int32_t> row(given.network.vertices());
    std::vector<std::int64_t> pairs_at;
#pragma omp for schedule(dynamic)
    for (std::size_t i = 0; i < given.sources.size(); ++i) {
      search(given.network, given.sources[i], row);
      for (const std::int32_t d : row) {
        if (d == unreached) continue;
        if (pairs_at.size() <= static_cast<std::size_t>(d)) pairs_at.resize(std::size_t{1} + d);
        ++pairs_at[d];
      }
    }
#pragma omp critical
    {
      found.pairs_at.resize(std::max(found.pairs_at.size(), pairs_at.size()));
      std::ranges::transform(pairs_at, found.pairs_at, found.pairs_at.begin(), std::plus());
    }
  }
  return found;
}

}  // namespace

bool is_checked_by_bits(const problem& given) {
  const double steps = static_cast<double>(given.sources.size()) *
                       (given.network.vertices() + static_cast<double>(given.network.arcs()));
  return given.histogram_only && steps > 2e10;
}

// A batch of rows at a time, so that memory stays bounded and the rows are added in order.
distances reference(const problem& given) {
  if (is_checked_by_bits(given))
    return {.vertices = given.network.vertices(),
            .pairs_at = bfs_bit_parallel(given.network, given.sources, 4, {})};
  if (given.histogram_only) return histogram(given);
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
