#include "kernels/apsp/generate.h"

#include <cmath>
#include <string>
#include <unordered_set>
#include <utility>

#include "kernels/support/bad_input.h"
#include "kernels/support/random.h"

namespace apsp {
namespace {

// Refuses a regular graph of fewer vertices.
void require_vertices(vertex n, vertex least, const std::string& kind) {
  retime::require(n >= least, "n", n,
                  "a " + kind + " needs at least " + std::to_string(least) +
                      (least == 1 ? " vertex" : " vertices"));
}

// The pair (low, high) with number high (high - 1) / 2 + low among all pairs.
arc pair_of(std::uint64_t number) {
  auto high = static_cast<std::uint64_t>(std::sqrt(2.0 * static_cast<double>(number)));
  while (high * (high - 1) / 2 > number) --high;
  while (high * (high + 1) / 2 <= number) ++high;
  return {static_cast<vertex>(number - high * (high - 1) / 2), static_cast<vertex>(high)};
}

}  // namespace

graph barabasi_albert(vertex n, vertex m, lot lot) {
  retime::require(m >= 1 && m < n, "m", m,
                  "a number of links from 1 to n-1=" + std::to_string(n - 1));
  auto random = retime::random_stream::of_key(lot.seed, lot.instance, 3);
  std::vector<arc> edges;
  // Every vertex stands here once for each of its edges: drawing an entry is drawing in proportion
  // to degree.
  std::vector<vertex> ends;
  const auto link = [&](vertex a, vertex b) {
    edges.push_back({a, b});
    ends.insert(ends.end(), {a, b});
  };
  for (vertex v = 1; v <= m; ++v) {
    for (vertex w = 0; w < v; ++w) link(v, w);
  }
  std::vector<vertex> chosen_by(n, -1), chosen;
  for (vertex v = m + 1; v < n; ++v) {
    chosen.clear();
    while (std::ssize(chosen) < m) {
      const vertex w = ends[random.below(ends.size())];
      if (std::exchange(chosen_by[w], v) != v) chosen.push_back(w);
    }
    for (const vertex w : chosen) link(v, w);
  }
  return undirected_graph(n, edges);
}

// Floyd's sampling of different numbers (Bentley and Floyd 1987): as many draws as edges, however
// dense the graph.
graph erdos_renyi(vertex n, vertex k, lot lot) {
  retime::require(k >= 0 && k < n, "k", k, "a mean degree from 0 to n-1=" + std::to_string(n - 1));
  auto random = retime::random_stream::of_key(lot.seed, lot.instance, 4);
  const auto vertices = static_cast<std::uint64_t>(n);
  const std::uint64_t pairs = vertices * (vertices - 1) / 2, edge_count = vertices * k / 2;
  std::unordered_set<std::uint64_t> drawn;
  std::vector<arc> edges;
  for (std::uint64_t top = pairs - edge_count; top < pairs; ++top) {
    std::uint64_t number = random.below(top + 1);
    if (!drawn.insert(number).second) drawn.insert(number = top);
    edges.push_back(pair_of(number));
  }
  return undirected_graph(n, edges);
}

graph ring(vertex n) {
  require_vertices(n, 3, "ring");
  std::vector<arc> edges;
  for (vertex v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
  return undirected_graph(n, edges);
}

graph path(vertex n) {
  require_vertices(n, 1, "path");
  std::vector<arc> edges;
  for (vertex v = 1; v < n; ++v) edges.push_back({v - 1, v});
  return undirected_graph(n, edges);
}

graph star(vertex n) {
  require_vertices(n, 1, "star");
  std::vector<arc> edges;
  for (vertex v = 1; v < n; ++v) edges.push_back({0, v});
  return undirected_graph(n, edges);
}

graph complete(vertex n) {
  require_vertices(n, 1, "complete graph");
  retime::require(n <= 46341, "n", n, "a complete graph has at most 46341 vertices here");
  std::vector<arc> edges;
  for (vertex v = 1; v < n; ++v) {
    for (vertex w = 0; w < v; ++w) edges.push_back({w, v});
  }
  return undirected_graph(n, edges);
}

vertex torus_side(vertex n) {
  vertex rows = 0;
  for (vertex side = 3; std::int64_t{side} * side <= n; ++side) {
    if (n % side == 0) rows = side;
  }
  retime::require(rows != 0, "n", n, "a torus needs two sides of at least 3, as 900 = 30 x 30 has");
  return rows;
}

graph torus(vertex n) {
  const vertex columns = n / torus_side(n);
  std::vector<arc> edges;
  for (vertex v = 0; v < n; ++v) {
    const vertex row_begin = v - v % columns;
    edges.push_back({v, row_begin + (v + 1) % columns});
    edges.push_back({v, (v + columns) % n});
  }
  return undirected_graph(n, edges);
}

}  // namespace apsp
