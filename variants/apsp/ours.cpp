// The search from many sources that suits the graph: by how large it is, how many neighbours its
// vertices have, and how many sources there are.
#include "variants/apsp/many_sources.h"

namespace apsp {
namespace {

using retime::point;

constexpr vertex small = 10'000;
constexpr std::size_t few_sources = 1024;
constexpr std::int32_t many_levels = 128;
constexpr double many_neighbours = 32;

point tuning(const retime::axis_values& values) {
  point settings;
  for (const auto& [axis, value] : values) settings.set(axis, value);
  return settings;
}

}  // namespace

/// Where levels are many, frontiers are thin: a source keeps a few warps busy and a batch one
/// multiprocessor, so that a batch pays if there are enough of them. Where they are few:
/// - a batch shares every arc and stays in a multiprocessor, unless the graph is too large;
/// - of vertices with many neighbours the last level finds most at the first look, as two levels
///   have reached most others: there is little to share;
/// - few sources do not fill a GPU with batches of 32, and rows of bits fill it with vertices.
chosen_search choose_search(const problem& problem, std::size_t sources) {
  const vertex n = problem.network.vertices();
  const double degree = static_cast<double>(problem.network.arcs()) / n;
  const bool is_few = sources < few_sources, has_many = degree >= many_neighbours;
  chosen_search by_source{search_by_source,
                          tuning({{"block", has_many ? 256 : 128},
                                  {"lanes_per_vertex", has_many ? 32 : 8},
                                  {"pull_from", 16}}),
                          1};
  chosen_search by_batch{
      search_by_batch,
      tuning({{"block", 1024}, {"lanes_per_vertex", has_many ? 2 : 1}, {"pull_from", 8}}), 32};
  chosen_search by_tile{
      search_by_tile, tuning({{"block", 512}, {"words_per_lane", 2}, {"tiles_at_once", 2}}), 2048};
  if (n > most_in_bits) return by_tile;
  if (longest_distance(problem.network) / 2 > many_levels) {
    const bool fills = n >= small && !is_few;
    return n <= most_in_words && fills ? by_batch : by_source;
  }
  if (n > most_in_words || (n >= small && is_few)) return by_tile;
  return n >= small && has_many ? by_source : by_batch;
}

namespace {

std::unique_ptr<retime::runner<distances>> prepare(const problem& problem, const point&) {
  const chosen_search best = choose_search(problem, problem.sources.size());
  return best.search(problem, best.tuning);
}

}  // namespace

REGISTER_VARIANT(problem, {.id = "ours",
                           .base = "k7_thread_counter",
                           .memory_bytes = many_sources_memory_bytes,
                           .work = many_sources_work,
                           .prepare = prepare});

}  // namespace apsp
