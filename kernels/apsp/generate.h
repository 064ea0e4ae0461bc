// The graphs of Leist, Playne and Hawick (2009), Section 4.1, and some whose distances are known in
// closed form. Every generator gives the same graph for the same arguments on every machine. Each
// throws retime::bad_input, in one line that names the argument and says what would be right.
#pragma once

#include <cstdint>

#include "kernels/apsp/graph.h"

namespace apsp {

/// Says which of the many graphs of one kind: `instance` numbers the repeats that a mean is taken
/// over.
struct lot {
  std::uint64_t seed = 1, instance = 0;
};

struct watts_parameters {
  vertex n = 1000;
  vertex k = 10;     ///< mean degree
  double alpha = 0;  ///< how little a few common neighbours count
  double p = 1e-10;  ///< propensity of a pair without common neighbours, in (0, 1]
  bool ring = true;  ///< begin with every vertex linked to the next
};

/// Watts' alpha model (Watts 1999, Section 3.1): in rounds, each vertex in random order links to
/// another, drawn in proportion to its propensity, which grows with the neighbours they have in
/// common, until there are n k / 2 edges. About n k^3 steps: only pairs with a common neighbour are
/// enumerated, all others share the propensity p. The graph need not be connected without the ring.
graph watts_alpha(const watts_parameters& parameters, lot lot);
/// Throws what watts_alpha() would throw.
void check(const watts_parameters& parameters);

/// Growth from a clique of m + 1 vertices; each further vertex links to m different ones, drawn in
/// proportion to their degree (Barabasi and Albert 1999). Mean degree close to 2 m, always
/// connected.
graph barabasi_albert(vertex n, vertex m, lot lot);

/// n k / 2 different edges drawn from all pairs (Erdos and Renyi 1959, G(n, M)); mean degree k.
graph erdos_renyi(vertex n, vertex k, lot lot);

graph ring(vertex n);      ///< n >= 3
graph path(vertex n);      ///< n >= 1
graph star(vertex n);      ///< vertex 0 in the middle, n >= 1
graph complete(vertex n);  ///< n >= 1
/// The squarest grid of n vertices with both sides at least 3, closed both ways.
graph torus(vertex n);
/// The shorter side of that grid; throws what torus() would throw.
vertex torus_side(vertex n);

}  // namespace apsp
