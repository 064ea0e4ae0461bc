#include <string>

#include "kernels/apsp/generate.h"
#include "kernels/support/bad_input.h"

namespace apsp {
namespace {

void require(vertex n, vertex least, const char* kind) {
  if (n >= least) return;
  throw retime::bad_input("n=" + std::to_string(n) + ": a " + kind + " needs at least " +
                          std::to_string(least) + (least == 1 ? " vertex" : " vertices"));
}

}  // namespace

graph ring(vertex n) {
  require(n, 3, "ring");
  std::vector<arc> edges;
  edges.reserve(static_cast<std::size_t>(n));
  for (vertex v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
  return undirected_graph(n, edges);
}

graph path(vertex n) {
  require(n, 1, "path");
  std::vector<arc> edges;
  for (vertex v = 1; v < n; ++v) edges.push_back({v - 1, v});
  return undirected_graph(n, edges);
}

graph star(vertex n) {
  require(n, 1, "star");
  std::vector<arc> edges;
  for (vertex v = 1; v < n; ++v) edges.push_back({0, v});
  return undirected_graph(n, edges);
}

graph complete(vertex n) {
  require(n, 1, "complete graph");
  if (n > 46341)
    throw retime::bad_input("n=" + std::to_string(n) +
                            ": a complete graph has at most 46341 vertices here");
  std::vector<arc> edges;
  for (vertex v = 1; v < n; ++v) {
    for (vertex w = 0; w < v; ++w) edges.push_back({w, v});
  }
  return undirected_graph(n, edges);
}

vertex torus_side(vertex n) {
  vertex rows = 0;
  for (vertex side = 3; static_cast<std::int64_t>(side) * side <= n; ++side) {
    if (n % side == 0) rows = side;
  }
  if (rows == 0) {
    throw retime::bad_input("n=" + std::to_string(n) +
                            ": a torus needs two sides of at least 3, as 900 = 30 x 30 has");
  }
  return rows;
}

graph torus(vertex n) {
  const vertex rows = torus_side(n);
  const vertex columns = n / rows;
  std::vector<arc> edges;
  for (vertex row = 0; row < rows; ++row) {
    for (vertex column = 0; column < columns; ++column) {
      const vertex here = row * columns + column;
      edges.push_back({here, row * columns + (column + 1) % columns});
      edges.push_back({here, (row + 1) % rows * columns + column});
    }
  }
  return undirected_graph(n, edges);
}

}  // namespace apsp
