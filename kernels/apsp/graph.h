// A graph as the paper's Figure 9(e) stores it: one array of arcs, and for every vertex where its
// neighbours begin.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace apsp {

using vertex = std::int32_t;

struct arc {
  vertex from, to;
  auto operator<=>(const arc&) const = default;
};

struct graph {
  /// vertices + 1 entries; v's neighbours are targets[offsets[v] .. offsets[v+1])
  std::vector<std::int32_t> offsets{0};
  std::vector<vertex> targets;  ///< ascending within a vertex; an edge stands twice, as two arcs
  bool directed = false;

  vertex vertices() const { return static_cast<vertex>(offsets.size()) - 1; }
  std::int64_t arcs() const { return static_cast<std::int64_t>(targets.size()); }
  std::int32_t degree(vertex v) const { return offsets[v + 1] - offsets[v]; }
  std::span<const vertex> neighbours(vertex v) const {
    return {targets.data() + offsets[v], static_cast<std::size_t>(degree(v))};
  }
};

/// Exactly these arcs, loops and repeats included. retime::bad_input: more than 2^31 - 1 of
/// them.
graph directed_graph(vertex vertices, std::span<const arc> arcs);
/// Both arcs of every edge; a loop gives two.
graph undirected_graph(vertex vertices, std::span<const arc> edges);

/// Vertex by vertex.
std::vector<arc> arcs_of(const graph& network);

/// The same graph without loops and with every repeated arc kept once.
graph simple(const graph& network);

/// The largest connected component of an undirected graph (the one of the smallest vertex among
/// equals), its vertices renumbered in order.
graph largest_component(const graph& network);

/// Every arc turned around; the same graph if it has no directions.
graph reversed(const graph& network);

/// The same graph with each list in descending order of its vertices' degrees.
graph busiest_first(graph network);

/// All vertices, `size` neighbouring ones after each other: each cluster is what a breadth-first
/// search meets first among those that are in none yet.
std::vector<vertex> in_clusters(const graph& network, std::size_t size);

/// No shortest path has more arcs: of each component twice the distance to the vertex farthest from
/// one of its vertices, which a path by way of that one never exceeds; vertices - 1 if that is less
/// or the graph is directed.
std::int32_t longest_distance(const graph& network);

/// Mean over all vertices of the share of pairs of neighbours that are neighbours themselves; 0 for
/// a vertex with fewer than two (Watts and Strogatz 1998). Directions, loops and repeats are
/// disregarded.
double clustering(const graph& network);

}  // namespace apsp
