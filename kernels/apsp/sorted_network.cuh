// What kernels 5, 6 and 7 read: the layout of Figure 9(f), and the vertices in order of degree, so
// that the threads of a warp have lists of like length to walk.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "kernels/apsp/packed_on_device.cuh"

namespace apsp {

struct sorted_network {
  explicit sorted_network(const graph& from) : sorted_network(from, pack(from)) {}
  sorted_network(const graph& from, const packed_arcs& packed)
      : order(upload(sorted_by_degree(from))),
        vertices(from.vertices()),
        arcs(upload_groups(packed)) {
    std::vector<int2> with_length;
    for (vertex v = 0; v < from.vertices(); ++v)
      with_length.push_back(make_int2(packed.first_group[v], from.degree(v)));
    vertices.upload(with_length);
  }
  /// As the kernels take them.
  auto lists() const { return std::tuple(order.view(), vertices.view(), arcs.view()); }

  device::buffer<int> order;      ///< thread -> vertex
  device::buffer<int2> vertices;  ///< x: first group of arcs; y: number of neighbours
  device::buffer<int4> arcs;
};

}  // namespace apsp
