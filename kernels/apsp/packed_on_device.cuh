// Arcs in groups of four on the device (layout.h).
#pragma once

#include <cstring>
#include <tuple>
#include <vector>

#include "kernels/apsp/layout.h"
#include "kernels/device/device.h"

namespace apsp {

inline device::buffer<int4> upload_groups(const packed_arcs& from) {
  std::vector<int4> groups(from.words.size() / 4);
  std::memcpy(groups.data(), from.words.data(), from.words.size() * sizeof(from.words[0]));
  device::buffer<int4> made(groups.size());
  made.upload(groups);
  return made;
}

template <class T>
device::buffer<T> upload(const std::vector<T>& from) {
  device::buffer<T> made(from.size());
  made.upload(from);
  return made;
}

/// Listing 2: the first word of a list is its length.
struct length_first_network {
  explicit length_first_network(const graph& from) : length_first_network(pack_with_length(from)) {}
  explicit length_first_network(const packed_arcs& from)
      : vertices(upload(from.first_group)), arcs(upload_groups(from)) {}
  /// As the kernel takes them.
  auto lists() const { return std::tuple(vertices.view(), arcs.view()); }

  device::buffer<int> vertices;  ///< first group of arcs
  device::buffer<int4> arcs;
};

}  // namespace apsp
