// A block searches from one source after another, without the host.
#include "kernels/apsp/source_per_block.cuh"
#include "variants/apsp/many_sources.cuh"

namespace apsp {
namespace {

using retime::point;

/// Threads that share a vertex' list of neighbours.
constexpr retime::static_axis<8, 32> lanes_of_source{"lanes_per_vertex", 8};

constexpr std::int64_t most_coded_in_16_bits = 1 << 16;

retime::reason invalid_source(const point& point) {
  return invalid_in_blocks(point, lanes_of_source, most_in_bits);
}

}  // namespace

sources_runner search_by_source(const problem& problem, const point& point) {
  return lanes_of_source.dispatch(point, [&]<int Lanes>() -> sources_runner {
    return with_output<stored_rows, stored_histogram>(
        problem, [&]<class Output>() -> sources_runner {
          const auto run = [&]<class Code>() {
            return run_many_sources<source_per_block_search<Code, Output, Lanes>>(
                problem, {static_cast<int>(point.integer("block")),
                          static_cast<int>(point.integer("pull_from"))});
          };
          if (problem.network.vertices() <= most_coded_in_16_bits)
            return run.template operator()<std::uint16_t>();
          return run.template operator()<std::uint32_t>();
        });
  });
}

REGISTER_VARIANT(problem, {.id = "source_per_block",
                           .base = "k7_thread_counter",
                           .axes = {retime::tuning("block", {64, 128, 256, 512, 1024}, 256),
                                    lanes_of_source.axis(),
                                    retime::tuning("pull_from", {0, 4, 8, 16, 32, 64}, 16)},
                           .invalid = invalid_source,
                           .memory_bytes = many_sources_memory_bytes,
                           .work = many_sources_work,
                           .prepare = search_by_source});

}  // namespace apsp
