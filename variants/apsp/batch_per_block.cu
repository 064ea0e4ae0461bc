// A block searches from 32 sources at a time, a bit each of a word a vertex, without the host.
#include "kernels/apsp/batch_per_block.cuh"
#include "variants/apsp/many_sources.cuh"

namespace apsp {
namespace {

using retime::point;

/// Threads that share a vertex' list of neighbours.
constexpr retime::static_axis<1, 2> lanes_per_vertex{"lanes_per_vertex", 1};

retime::reason invalid(const point& at) {
  return invalid_in_blocks(at, lanes_per_vertex, 2 * most_in_words);
}

}  // namespace

runner search_by_batch(const problem& problem, const point& at) {
  return lanes_per_vertex.dispatch(at, [&]<int Lanes>() -> runner {
    return with_output<stored_rows, stored_histogram>(problem, [&]<class Output>() -> runner {
      const auto run = [&]<class Id, int Sources>() {
        return run_many_sources<batch_per_block_search<Id, Output, Sources, Lanes>>(
            problem,
            {static_cast<int>(at.integer("block")), static_cast<int>(at.integer("pull_from"))});
      };
      if (problem.network.vertices() <= most_in_words)
        return run.template operator()<std::uint16_t, 32>();
      return run.template operator()<std::uint32_t, 16>();
    });
  });
}

REGISTER_VARIANT(problem, {.id = "batch_per_block",
                           .base = "k7_thread_counter",
                           .axes = {retime::tuning("block", {128, 256, 512, 1024}, 1024),
                                    lanes_per_vertex.axis(),
                                    retime::tuning("pull_from", {0, 2, 4, 8, 16, 32}, 8)},
                           .invalid = invalid,
                           .memory_bytes = many_sources_memory_bytes,
                           .work = many_sources_work,
                           .prepare = search_by_batch});

}  // namespace apsp
