#include "kernels/apsp/graph.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "kernels/support/bad_input.h"

namespace apsp {
namespace {

graph from_arcs(vertex vertices, std::span<const arc> arcs, bool also_back) {
  const std::size_t count = arcs.size() * (also_back ? 2 : 1);
  if (count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw retime::bad_input("the graph has " + std::to_string(count) +
                            " arcs: at most 2147483647 can be indexed");
  }
  graph made{.offsets = std::vector<std::int32_t>(static_cast<std::size_t>(vertices) + 1),
             .targets = {},
             .directed = !also_back};
  for (const arc& a : arcs) {
    ++made.offsets[a.from + 1];
    if (also_back) ++made.offsets[a.to + 1];
  }
  std::partial_sum(made.offsets.begin(), made.offsets.end(), made.offsets.begin());
  made.targets.resize(count);
  std::vector<std::int32_t> place(made.offsets.begin(), made.offsets.end() - 1);
  for (const arc& a : arcs) {
    made.targets[place[a.from]++] = a.to;
    if (also_back) made.targets[place[a.to]++] = a.from;
  }
  for (vertex v = 0; v < vertices; ++v) {
    std::sort(made.targets.begin() + made.offsets[v], made.targets.begin() + made.offsets[v + 1]);
  }
  return made;
}

// The component of every vertex, numbered in the order of their smallest vertices.
std::vector<vertex> components(const graph& of) {
  std::vector<vertex> label(of.vertices(), -1), queue;
  vertex next = 0;
  for (vertex start = 0; start < of.vertices(); ++start) {
    if (label[start] != -1) continue;
    queue.assign(1, start);
    label[start] = next;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      for (const vertex w : of.neighbours(queue[head])) {
        if (label[w] != -1) continue;
        label[w] = next;
        queue.push_back(w);
      }
    }
    ++next;
  }
  return label;
}

}  // namespace

graph directed_graph(vertex vertices, std::span<const arc> arcs) {
  return from_arcs(vertices, arcs, false);
}

graph undirected_graph(vertex vertices, std::span<const arc> edges) {
  return from_arcs(vertices, edges, true);
}

graph simple(const graph& from) {
  graph made{.offsets = {0}, .targets = {}, .directed = from.directed};
  for (vertex v = 0; v < from.vertices(); ++v) {
    vertex last = -1;
    for (const vertex w : from.neighbours(v)) {
      if (w != v && w != last) made.targets.push_back(w);
      last = w;
    }
    made.offsets.push_back(static_cast<std::int32_t>(made.targets.size()));
  }
  return made;
}

graph largest_component(const graph& from) {
  if (from.vertices() == 0) return from;
  const std::vector<vertex> label = components(from);
  std::vector<vertex> size(*std::ranges::max_element(label) + 1, 0);
  for (const vertex c : label) ++size[c];
  const auto largest = static_cast<vertex>(std::ranges::max_element(size) - size.begin());

  std::vector<vertex> renumbered(from.vertices(), -1);
  vertex kept = 0;
  for (vertex v = 0; v < from.vertices(); ++v) {
    if (label[v] == largest) renumbered[v] = kept++;
  }
  graph made{.offsets = {0}, .targets = {}, .directed = from.directed};
  for (vertex v = 0; v < from.vertices(); ++v) {
    if (label[v] != largest) continue;
    for (const vertex w : from.neighbours(v)) made.targets.push_back(renumbered[w]);
    made.offsets.push_back(static_cast<std::int32_t>(made.targets.size()));
  }
  return made;
}

// Every triangle is found once, from its vertex of lowest rank (by degree, then number): that
// bounds the work by arcs^1.5, where counting from every vertex costs the square of a hub's degree.
double clustering(const graph& of) {
  const vertex n = of.vertices();
  if (n == 0) return 0;
  graph plain = simple(of);
  if (of.directed) {
    std::vector<arc> edges;
    for (vertex v = 0; v < n; ++v) {
      for (const vertex w : plain.neighbours(v)) edges.push_back({v, w});
    }
    plain = simple(undirected_graph(n, edges));
  }
  const auto ranks_below = [&](vertex a, vertex b) {
    return plain.degree(a) != plain.degree(b) ? plain.degree(a) < plain.degree(b) : a < b;
  };
  std::vector<std::vector<vertex>> above(n);
  for (vertex v = 0; v < n; ++v) {
    for (const vertex w : plain.neighbours(v)) {
      if (ranks_below(v, w)) above[v].push_back(w);
    }
  }
  std::vector<std::int64_t> triangles(n, 0);
  std::vector<vertex> seen_from(n, -1);
  for (vertex v = 0; v < n; ++v) {
    for (const vertex w : above[v]) seen_from[w] = v;
    for (const vertex w : above[v]) {
      for (const vertex x : above[w]) {
        if (seen_from[x] != v) continue;
        ++triangles[v];
        ++triangles[w];
        ++triangles[x];
      }
    }
  }
  double sum = 0;
  for (vertex v = 0; v < n; ++v) {
    const double k = plain.degree(v);
    if (k >= 2) sum += 2.0 * static_cast<double>(triangles[v]) / (k * (k - 1));
  }
  return sum / n;
}

}  // namespace apsp
