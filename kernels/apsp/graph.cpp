#include "kernels/apsp/graph.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "kernels/support/bad_input.h"

namespace apsp {
namespace {

graph from_arcs(vertex vertices, std::span<const arc> arcs, bool also_back) {
  const std::size_t count = arcs.size() * (also_back ? 2 : 1);
  if (count > std::size_t{std::numeric_limits<std::int32_t>::max()}) {
    throw retime::bad_input("the graph has " + std::to_string(count) +
                            " arcs: at most 2147483647 can be indexed");
  }
  graph made{.offsets = std::vector<std::int32_t>(std::size_t{1} + vertices),
             .targets = std::vector<vertex>(count),
             .directed = !also_back};
  for (const arc& a : arcs) {
    ++made.offsets[a.from + 1];
    if (also_back) ++made.offsets[a.to + 1];
  }
  std::partial_sum(made.offsets.begin(), made.offsets.end(), made.offsets.begin());
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

}  // namespace

graph directed_graph(vertex vertices, std::span<const arc> arcs) {
  return from_arcs(vertices, arcs, false);
}

graph undirected_graph(vertex vertices, std::span<const arc> edges) {
  return from_arcs(vertices, edges, true);
}

std::vector<arc> arcs_of(const graph& network) {
  std::vector<arc> arcs;
  for (vertex v = 0; v < network.vertices(); ++v) {
    for (const vertex w : network.neighbours(v)) arcs.push_back({v, w});
  }
  return arcs;
}

graph simple(const graph& network) {
  graph made{.offsets = {0}, .targets = {}, .directed = network.directed};
  for (vertex v = 0; v < network.vertices(); ++v) {
    vertex last = -1;
    for (const vertex w : network.neighbours(v)) {
      if (w != v && w != last) made.targets.push_back(w);
      last = w;
    }
    made.offsets.push_back(static_cast<std::int32_t>(made.targets.size()));
  }
  return made;
}

graph largest_component(const graph& network) {
  const std::vector<arc> arcs = arcs_of(network);
  std::vector<vertex> towards(network.vertices());  // the smallest vertex of the same component
  std::iota(towards.begin(), towards.end(), 0);
  const auto first_of = [&](vertex v) {
    while (towards[v] != v) v = towards[v] = towards[towards[v]];
    return v;
  };
  for (const auto& [v, w] : arcs) {
    const auto [low, high] = std::minmax({first_of(v), first_of(w)});
    towards[high] = low;
  }
  std::vector<vertex> size(network.vertices()), renumbered(network.vertices(), -1);
  for (vertex v = 0; v < network.vertices(); ++v) ++size[first_of(v)];
  const auto largest = static_cast<vertex>(std::ranges::max_element(size) - size.begin());
  vertex kept = 0;
  for (vertex v = 0; v < network.vertices(); ++v) {
    if (first_of(v) == largest) renumbered[v] = kept++;
  }
  std::vector<arc> own;
  for (const auto& [v, w] : arcs) {
    if (renumbered[v] != -1) own.push_back({renumbered[v], renumbered[w]});
  }
  graph made = directed_graph(kept, own);
  made.directed = network.directed;
  return made;
}

graph reversed(const graph& network) {
  if (!network.directed) return network;
  std::vector<arc> back = arcs_of(network);
  for (arc& each : back) std::swap(each.from, each.to);
  return directed_graph(network.vertices(), back);
}

graph busiest_first(graph network) {
  for (vertex v = 0; v < network.vertices(); ++v) {
    const auto list = std::span(network.targets).subspan(network.offsets[v], network.degree(v));
    std::ranges::stable_sort(list, std::ranges::greater{},
                             [&](vertex w) { return network.degree(w); });
  }
  return network;
}

std::vector<vertex> in_clusters(const graph& network, std::size_t size) {
  std::vector<vertex> order;
  std::vector<bool> is_taken(network.vertices(), false);
  std::vector<vertex> met_by(network.vertices(), -1), queue;  // met_by: the last cluster's first
  vertex first_left = 0;
  while (order.size() < is_taken.size()) {
    const std::size_t end = std::min(order.size() / size * size + size, is_taken.size());
    while (is_taken[first_left]) ++first_left;
    // The next cluster begins beside the last one, where something is left there.
    const auto beside = std::ranges::find_if(queue, [&](vertex v) { return !is_taken[v]; });
    const vertex root = beside == queue.end() ? first_left : *beside;
    queue.assign(1, root);
    met_by[root] = root;
    for (std::size_t head = 0; head < queue.size() && order.size() < end; ++head) {
      is_taken[queue[head]] = true;
      order.push_back(queue[head]);
      for (const vertex w : network.neighbours(queue[head])) {
        if (is_taken[w] || met_by[w] == root) continue;
        met_by[w] = root;
        queue.push_back(w);
      }
    }
  }
  return order;
}

std::int32_t longest_distance(const graph& network) {
  const std::int32_t most = std::max(0, network.vertices() - 1);
  if (network.directed) return most;
  std::vector<std::int32_t> distance(network.vertices(), -1);
  std::vector<vertex> queue;
  std::int32_t farthest = 0;
  for (vertex root = 0; root < network.vertices(); ++root) {
    if (distance[root] >= 0) continue;
    distance[root] = 0;
    queue.assign(1, root);
    for (std::size_t head = 0; head < queue.size(); ++head) {
      for (const vertex w : network.neighbours(queue[head])) {
        if (distance[w] >= 0) continue;
        distance[w] = distance[queue[head]] + 1;
        queue.push_back(w);
      }
    }
    farthest = std::max(farthest, distance[queue.back()]);
  }
  return static_cast<std::int32_t>(std::min<std::int64_t>(most, 2 * std::int64_t{farthest}));
}

// Every triangle is found once, from its vertex of lowest rank (by degree, then number): that
// bounds the work by arcs^1.5, where counting from every vertex costs the square of a hub's degree.
double clustering(const graph& network) {
  const vertex n = network.vertices();
  const graph plain = simple(network.directed ? undirected_graph(n, arcs_of(network)) : network);
  const auto ranks_below = [&](vertex a, vertex b) {
    return std::pair(plain.degree(a), a) < std::pair(plain.degree(b), b);
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
        for (const vertex corner : {v, w, x}) ++triangles[corner];
      }
    }
  }
  double sum = 0;
  for (vertex v = 0; v < n; ++v) {
    const double k = plain.degree(v);
    if (k >= 2) sum += 2.0 * static_cast<double>(triangles[v]) / (k * (k - 1));
  }
  return n == 0 ? 0 : sum / n;
}

}  // namespace apsp
