#include "variants/apsp/axes.h"
#include "variants/apsp/host_runner.h"

namespace apsp {
namespace {

constexpr std::int64_t largest_n = 10000;  // n^3 steps, some ten times faster than in cpu_floyd

retime::reason invalid(const retime::point& point) {
  return retime::first_of({no_histogram(point), retime::outside(point, "tile", {1, 1024}),
                           too_many_vertices(point, largest_n)});
}

std::unique_ptr<retime::runner<distances>> prepare(const problem& problem,
                                                   const retime::point& tuning) {
  const auto n = static_cast<std::size_t>(problem.network.vertices());
  const auto tile = static_cast<std::size_t>(tuning.integer("tile"));
  const std::size_t side = (n + tile - 1) / tile * tile;
  return std::make_unique<host_runner>(problem, side, side, [&problem, side, tile](auto matrix) {
    set_arcs(problem.network, side, matrix);
    floyd_blocked(side, tile, matrix);
  });
}

}  // namespace

// Three tiles should fit a core's second-level cache: 64 x 64 take 48 KB, 256 x 256 take 768 KB.
REGISTER_VARIANT(problem, {.id = "cpu_floyd_blocked",
                           .base = "cpu_floyd",
                           .runs_on = retime::processor::cpu,
                           .cores = retime::host_cores::all,
                           .axes = {retime::tuning("tile", {32, 64, 128, 256}, 64)},
                           .invalid = invalid,
                           .memory_bytes = matrix_memory_bytes,
                           .work = work_of,
                           .prepare = prepare});

}  // namespace apsp
