// One input of the family: a graph and the sources to search from.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/apsp/distances.h"
#include "kernels/apsp/generate.h"
#include "kernels/apsp/graph.h"

namespace apsp {

struct problem {
  using answer = distances;
  static constexpr const char* family = "apsp";

  graph network;
  std::vector<vertex> sources;  ///< ascending
  double clustering = 0;        ///< of the network
  vertex left_out = 0;          ///< vertices generated but outside the largest component
  /// Only how many pairs lie at each distance is wanted, no distance of its own.
  bool histogram_only = false;

  bool sampled() const { return sources.size() < static_cast<std::size_t>(network.vertices()); }
};

/// The fewest bytes, 1, 2 or 4, that hold every distance of the problem beside two values for none.
int distance_bytes(const problem& problem);

/// All vertices as sources, or a sample of `count` different ones, another one in each instance, so
/// that a mean over instances is free of one sample's bias. Throws retime::bad_input, in one line,
/// if there are fewer vertices.
std::vector<vertex> all_sources(const graph& network);
std::vector<vertex> sampled_sources(const graph& network, std::int64_t count, lot lot);

}  // namespace apsp
