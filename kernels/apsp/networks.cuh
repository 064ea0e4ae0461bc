// What the kernels read: a graph's lists of neighbours on the device, in those layouts of Figure 9
// of Leist, Playne and Hawick (2009) that are for a GPU.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <vector>

#include "kernels/apsp/graph.h"
#include "kernels/device/device.h"

namespace apsp {

/// Each network has lists(), what a kernel takes of it, and bytes(). Layout (e), the graph itself.
struct csr_network {
  explicit csr_network(const graph& network) : vertices(network.offsets), arcs(network.targets) {}
  auto lists() const { return std::tuple(vertices.view(), arcs.view()); }
  std::size_t bytes() const { return vertices.bytes() + arcs.bytes(); }

  device::buffer<int> vertices, arcs;
};

/// Arcs in groups of four, so that one load brings four of them. Each vertex' list begins with a
/// new group, with its length if that is to come first; unused places are -1.
struct packed_arcs {
  packed_arcs(const graph& network, bool length_first) {
    std::vector<int> words;
    for (vertex v = 0; v < network.vertices(); ++v) {
      first_group.push_back(static_cast<int>(words.size() / 4));
      if (length_first) words.push_back(network.degree(v));
      words.insert(words.end(), network.neighbours(v).begin(), network.neighbours(v).end());
      words.resize((words.size() + 3) / 4 * 4, -1);
    }
    for (std::size_t w = 0; w < words.size(); w += 4)
      groups.push_back({words[w], words[w + 1], words[w + 2], words[w + 3]});
  }

  std::vector<int> first_group;  ///< of each vertex
  std::vector<int4> groups;
};

/// Listing 2: the first word of a list is its length.
struct length_first_network {
  explicit length_first_network(const graph& network)
      : length_first_network(packed_arcs(network, true)) {}
  explicit length_first_network(const packed_arcs& packed)
      : vertices(packed.first_group), arcs(packed.groups) {}
  auto lists() const { return std::tuple(vertices.view(), arcs.view()); }
  std::size_t bytes() const { return vertices.bytes() + arcs.bytes(); }

  device::buffer<int> vertices;  ///< first group of arcs
  device::buffer<int4> arcs;
};

/// Layout (f), and the vertices in ascending order of degree (Listing 12), those of one degree in
/// their own order, so that the threads of a warp have lists of like length to walk.
struct sorted_network {
  explicit sorted_network(const graph& network)
      : sorted_network(network, packed_arcs(network, false)) {}
  sorted_network(const graph& network, const packed_arcs& packed)
      : order(network.vertices()), vertices(network.vertices()), arcs(packed.groups) {
    std::vector<int> by_degree(network.vertices());
    std::iota(by_degree.begin(), by_degree.end(), 0);
    std::ranges::stable_sort(by_degree, {}, [&](vertex v) { return network.degree(v); });
    order.upload(by_degree);
    std::vector<int2> with_length;
    for (vertex v = 0; v < network.vertices(); ++v)
      with_length.push_back(make_int2(packed.first_group[v], network.degree(v)));
    vertices.upload(with_length);
  }
  auto lists() const { return std::tuple(order.view(), vertices.view(), arcs.view()); }
  std::size_t bytes() const { return order.bytes() + vertices.bytes() + arcs.bytes(); }

  device::buffer<int> order;      ///< thread -> vertex
  device::buffer<int2> vertices;  ///< x: first group of arcs; y: number of neighbours
  device::buffer<int4> arcs;
};

}  // namespace apsp
