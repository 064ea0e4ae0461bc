#include "kernels/apsp/problem.h"

#include <numeric>
#include <string>

#include "kernels/support/bad_input.h"
#include "kernels/support/random.h"

namespace apsp {

int distance_bytes(const problem& problem) {
  const std::int32_t longest = longest_distance(problem.network);
  return longest < 254 ? 1 : longest < 65534 ? 2 : 4;
}

std::vector<vertex> all_sources(const graph& network) {
  std::vector<vertex> sources(network.vertices());
  std::iota(sources.begin(), sources.end(), 0);
  return sources;
}

// Takes each vertex with the chance (wanted) / (left), which gives every sample of this size the
// same chance.
std::vector<vertex> sampled_sources(const graph& network, std::int64_t count, lot lot) {
  retime::require(
      count <= network.vertices(), "sources", count,
      "the graph has " + std::to_string(network.vertices()) + " vertices; give no more, or all");
  auto random = retime::random_stream::of_key(lot.seed, lot.instance, 5);
  std::vector<vertex> sources;
  for (vertex v = 0; v < network.vertices(); ++v) {
    const auto drawn = static_cast<std::int64_t>(random.below(network.vertices() - v));
    if (drawn < count - std::ssize(sources)) sources.push_back(v);
  }
  return sources;
}

}  // namespace apsp
