// What the kernels read: a graph's lists of neighbours on the device, in the layouts of Figure 9.
#pragma once

#include <algorithm>
#include <cstring>
#include <tuple>
#include <vector>

#include "kernels/apsp/layout.h"
#include "kernels/device/device.h"

namespace apsp {

/// Each network has lists(), what a kernel takes of it. Layout (e), the graph itself.
struct csr_network {
  explicit csr_network(const graph& from) : vertices(from.offsets), arcs(from.targets) {}
  auto lists() const { return std::tuple(vertices.view(), arcs.view()); }

  device::buffer<int> vertices, arcs;
};

inline device::buffer<int4> upload_groups(const packed_arcs& from) {
  std::vector<int4> groups(from.words.size() / 4);
  std::memcpy(groups.data(), from.words.data(), from.words.size() * sizeof(from.words[0]));
  return device::buffer<int4>(groups);
}

/// Listing 2: arcs in groups of four; the first word of a list is its length.
struct length_first_network {
  explicit length_first_network(const graph& from) : length_first_network(pack_with_length(from)) {}
  explicit length_first_network(const packed_arcs& from)
      : vertices(from.first_group), arcs(upload_groups(from)) {}
  auto lists() const { return std::tuple(vertices.view(), arcs.view()); }

  device::buffer<int> vertices;  ///< first group of arcs
  device::buffer<int4> arcs;
};

/// Layout (f), and the vertices in order of degree, so that the threads of a warp have lists of
/// like length to walk.
struct sorted_network {
  explicit sorted_network(const graph& from) : sorted_network(from, pack(from)) {}
  sorted_network(const graph& from, const packed_arcs& packed)
      : order(sorted_by_degree(from)), vertices(from.vertices()), arcs(upload_groups(packed)) {
    std::vector<int2> with_length;
    for (vertex v = 0; v < from.vertices(); ++v)
      with_length.push_back(make_int2(packed.first_group[v], from.degree(v)));
    vertices.upload(with_length);
  }
  auto lists() const { return std::tuple(order.view(), vertices.view(), arcs.view()); }

  device::buffer<int> order;      ///< thread -> vertex
  device::buffer<int2> vertices;  ///< x: first group of arcs; y: number of neighbours
  device::buffer<int4> arcs;
};

}  // namespace apsp
