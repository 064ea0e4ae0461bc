// A block searches from 32 sources at a time, a bit each of a word a vertex, without the host.
#include "kernels/apsp/batch_per_block.cuh"
#include "variants/apsp/many_sources.cuh"

namespace apsp {
namespace {

using retime::point;

/// Threads that share a vertex' list of neighbours.
constexpr retime::static_axis<1, 2> lanes_of_batch{"lanes_per_vertex", 1};

retime::reason invalid_batch(const point& point) {
  return invalid_in_blocks(point, lanes_of_batch, 2 * most_in_words);
}

}  // namespace

sources_runner search_by_batch(const problem& problem, const point& point) {
  return lanes_of_batch.dispatch(point, [&]<int Lanes>() -> sources_runner {
    return with_output<stored_rows, stored_histogram>(
        problem, [&]<class Output>() -> sources_runner {
          const auto run = [&]<class Id, int Sources>() {
            return run_many_sources<batch_per_block_search<Id, Output, Sources, Lanes>>(
                problem, {static_cast<int>(point.integer("block")),
                          static_cast<int>(point.integer("pull_from"))});
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
                                    lanes_of_batch.axis(),
                                    retime::tuning("pull_from", {0, 2, 4, 8, 16, 32}, 8)},
                           .invalid = invalid_batch,
                           .memory_bytes = many_sources_memory_bytes,
                           .work = many_sources_work,
                           .prepare = search_by_batch});

}  // namespace apsp
