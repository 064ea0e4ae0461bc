// The search from many sources that suits the graph: by how large it is, how many neighbours its
// vertices have, and how many sources there are.
#include <stdexcept>

#include "variants/apsp/many_sources.h"

namespace apsp {
namespace {

using retime::point;

constexpr vertex small = 10'000;
constexpr std::size_t few_sources = 1024;
constexpr std::int32_t many_levels = 128;
constexpr double many_neighbours = 32;

enum class search { source_per_block, batch_per_block, bit_parallel };

double degree_of(const graph& network) {
  return static_cast<double>(network.arcs()) / network.vertices();
}

/// Where levels are many, frontiers are thin: a source keeps a few warps busy and a batch one
/// multiprocessor, so that a batch pays if there are enough of them. Where they are few:
/// - a batch shares every arc and stays in a multiprocessor, unless the graph is too large;
/// - of vertices with many neighbours the last level finds most at the first look, as two levels
///   have reached most others: there is little to share;
/// - few sources do not fill a GPU with batches of 32, and rows of bits fill it with vertices.
search choose(const problem& of) {
  const vertex n = of.network.vertices();
  const bool is_few = of.sources.size() < few_sources;
  if (n > most_in_bits) return search::bit_parallel;
  if (longest_distance(of.network) / 2 > many_levels) {
    const bool fills = n >= small && !is_few;
    return n <= most_in_words && fills ? search::batch_per_block : search::source_per_block;
  }
  if (n > most_in_words || (n >= small && is_few)) return search::bit_parallel;
  const bool is_dense = n >= small && degree_of(of.network) >= many_neighbours;
  return is_dense ? search::source_per_block : search::batch_per_block;
}

point tuning(const retime::axis_values& values) {
  point at;
  for (const auto& [axis, value] : values) at.set(axis, value);
  return at;
}

runner prepare(const problem& of, const point&) {
  const bool is_dense = degree_of(of.network) >= many_neighbours;
  switch (choose(of)) {
    case search::source_per_block:
      return search_by_source(of, tuning({{"block", is_dense ? 256 : 128},
                                          {"lanes_per_vertex", is_dense ? 32 : 8},
                                          {"pull_from", 16}}));
    case search::batch_per_block:
      return search_by_batch(
          of, tuning({{"block", 1024}, {"lanes_per_vertex", is_dense ? 2 : 1}, {"pull_from", 8}}));
    case search::bit_parallel:
      return search_by_tile(of,
                            tuning({{"block", 512}, {"words_per_lane", 2}, {"tiles_at_once", 2}}));
  }
  throw std::logic_error("no such search");
}

}  // namespace

REGISTER_VARIANT(problem, {.id = "ours",
                           .base = "k7_thread_counter",
                           .memory_bytes = many_sources_memory_bytes,
                           .work = many_sources_work,
                           .prepare = prepare});

}  // namespace apsp
