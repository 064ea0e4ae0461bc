// Tiles of 1024 sources and more, a row of bits a vertex, without the host.
#include "kernels/apsp/bit_parallel.cuh"
#include "variants/apsp/many_sources.cuh"

namespace apsp {
namespace {

using retime::point;
using retime::tuning;

/// Words of a row that a lane has: 1024 sources a tile each.
constexpr retime::static_axis<1, 2> words_per_lane{"words_per_lane", 2};

retime::reason invalid_words(const point& point) {
  return retime::first_of(
      {retime::outside(point, "block", {32, retime::most_threads, retime::warp}),
       retime::outside(point, "tiles_at_once", {1, 16}), words_per_lane.invalid(point)});
}

/// Four rows of a tile, and as many again for the bits of its distances.
double memory_bytes_of_words(const point& point) {
  const double row_bytes = 128.0 * static_cast<double>(point.integer(words_per_lane.name));
  return many_sources_memory_bytes(point) +
         8 * row_bytes * point.real("n") * static_cast<double>(point.integer("tiles_at_once"));
}

}  // namespace

sources_runner search_by_tile(const problem& problem, const point& point) {
  return words_per_lane.dispatch(point, [&]<int Words>() -> sources_runner {
    return with_output<stored_columns, column_histogram>(
        problem, [&]<class Output>() -> sources_runner {
          return run_many_sources<bit_parallel_search<Words, Output>>(
              problem, {static_cast<int>(point.integer("block")),
                        static_cast<int>(point.integer("tiles_at_once"))});
        });
  });
}

REGISTER_VARIANT(problem, {.id = "bit_parallel",
                           .base = "k7_thread_counter",
                           .axes = {tuning("block", {256, 512, 1024}, 512), words_per_lane.axis(),
                                    tuning("tiles_at_once", {1, 2, 3, 4}, 2)},
                           .invalid = invalid_words,
                           .memory_bytes = memory_bytes_of_words,
                           .work = many_sources_work,
                           .prepare = search_by_tile});

}  // namespace apsp
