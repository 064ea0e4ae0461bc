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
distances histogram(const problem& problem) {
  distances answer{.vertices = problem.network.vertices()};
#pragma omp parallel
  {
    std::vector<std::int32_t> row(problem.network.vertices());
    std::vector<std::int64_t> pairs_at;
#pragma omp for schedule(dynamic)
    for (std::size_t i = 0; i < problem.sources.size(); ++i) {
      search(problem.network, problem.sources[i], row);
      for (const std::int32_t d : row) {
        if (d == unreached) continue;
        if (pairs_at.size() <= static_cast<std::size_t>(d)) pairs_at.resize(std::size_t{1} + d);
        ++pairs_at[d];
      }
    }
#pragma omp critical
    {
      answer.pairs_at.resize(std::max(answer.pairs_at.size(), pairs_at.size()));
      std::ranges::transform(pairs_at, answer.pairs_at, answer.pairs_at.begin(), std::plus());
    }
  }
  return answer;
}

}  // namespace

bool is_checked_by_bits(const problem& problem) {
  const double steps = static_cast<double>(problem.sources.size()) *
                       (problem.network.vertices() + static_cast<double>(problem.network.arcs()));
  return problem.histogram_only && steps > 2e10;
}

// A batch of rows at a time, so that memory stays bounded and the rows are added in order.
distances reference(const problem& problem) {
  if (is_checked_by_bits(problem))
    return {.vertices = problem.network.vertices(),
            .pairs_at = bfs_bit_parallel(problem.network, problem.sources, 4, {})};
  if (problem.histogram_only) return histogram(problem);
  constexpr std::size_t batch = 256;
  const auto n = static_cast<std::size_t>(problem.network.vertices());
  distances answer{.vertices = problem.network.vertices()};
  for (std::size_t first = 0; first < problem.sources.size(); first += batch) {
    std::vector<std::int32_t> rows(std::min(batch, problem.sources.size() - first) * n);
#pragma omp parallel for schedule(dynamic)
    for (std::size_t i = 0; i < rows.size() / n; ++i)
      search(problem.network, problem.sources[first + i], std::span(rows).subspan(i * n, n));
    answer.add_rows(rows);
  }
  return answer;
}

}  // namespace apsp
