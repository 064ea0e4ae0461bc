// The two memory layouts of arcs that Figure 9 of Leist, Playne and Hawick (2009) recommends for a
// GPU, beyond (e), which is the graph itself: arcs in groups of four, so that one load brings four
// of them.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/apsp/graph.h"

namespace apsp {

/// Lists of neighbours in groups of four; each list begins with a new group, unused places are -1.
struct packed_arcs {
  std::vector<std::int32_t> first_group;  ///< of each vertex
  std::vector<std::int32_t> words;        ///< four to a group, never empty
};

/// Listing 2: the first word of each list is its length.
packed_arcs pack_with_length(const graph& from);
/// Figure 9(f): neighbours alone; the length stands with the vertex.
packed_arcs pack(const graph& from);

/// The vertices in ascending order of degree (Listing 12), those of one degree in their own order.
std::vector<vertex> sorted_by_degree(const graph& of);

}  // namespace apsp
