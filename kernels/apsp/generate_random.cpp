#include <cmath>
#include <string>
#include <unordered_set>

#include "kernels/apsp/generate.h"
#include "kernels/support/bad_input.h"
#include "kernels/support/random.h"

namespace apsp {
namespace {

// The pair (low, high) with number high (high - 1) / 2 + low among all pairs.
arc pair_of(std::uint64_t number) {
  auto high = static_cast<std::uint64_t>(std::sqrt(2.0 * static_cast<double>(number)));
  while (high * (high - 1) / 2 > number) --high;
  while (high * (high + 1) / 2 <= number) ++high;
  return {static_cast<vertex>(number - high * (high - 1) / 2), static_cast<vertex>(high)};
}

}  // namespace

graph barabasi_albert(vertex n, vertex m, lot which) {
  if (m < 1 || m >= n) {
    throw retime::bad_input("m=" + std::to_string(m) +
                            ": a number of links from 1 to n-1=" + std::to_string(n - 1));
  }
  auto random = retime::random_stream::of_key(which.seed, which.instance, 3);
  std::vector<arc> edges;
  // Every vertex stands here once for each of its edges: drawing an entry is drawing in proportion
  // to degree.
  std::vector<vertex> ends;
  const auto link = [&](vertex a, vertex b) {
    edges.push_back({a, b});
    ends.push_back(a);
    ends.push_back(b);
  };
  for (vertex v = 1; v <= m; ++v) {
    for (vertex w = 0; w < v; ++w) link(v, w);
  }
  std::vector<vertex> chosen_by(n, -1), chosen;
  for (vertex v = m + 1; v < n; ++v) {
    chosen.clear();
    while (chosen.size() < static_cast<std::size_t>(m)) {
      const vertex w = ends[random.below(ends.size())];
      if (chosen_by[w] == v) continue;
      chosen_by[w] = v;
      chosen.push_back(w);
    }
    for (const vertex w : chosen) link(v, w);
  }
  return undirected_graph(n, edges);
}

// Floyd's sampling of different numbers (Bentley and Floyd 1987): as many draws as edges, however
// dense the graph.
graph erdos_renyi(vertex n, vertex k, lot which) {
  if (k < 0 || k >= n) {
    throw retime::bad_input("k=" + std::to_string(k) +
                            ": a mean degree from 0 to n-1=" + std::to_string(n - 1));
  }
  auto random = retime::random_stream::of_key(which.seed, which.instance, 4);
  const auto pairs = static_cast<std::uint64_t>(n) * static_cast<std::uint64_t>(n - 1) / 2;
  const auto wanted = static_cast<std::uint64_t>(n) * static_cast<std::uint64_t>(k) / 2;
  std::unordered_set<std::uint64_t> drawn;
  std::vector<arc> edges;
  for (std::uint64_t top = pairs - wanted; top < pairs; ++top) {
    std::uint64_t number = random.below(top + 1);
    if (!drawn.insert(number).second) drawn.insert(number = top);
    edges.push_back(pair_of(number));
  }
  return undirected_graph(n, edges);
}

}  // namespace apsp
