#include "variants/apsp/axes.h"
#include "variants/apsp/host_runner.h"

namespace apsp::cpu_bfs_parallel_variant {

std::unique_ptr<retime::runner<distances>> prepare(const problem& problem, const retime::point&) {
  const auto n = static_cast<std::size_t>(problem.network.vertices());
  return std::make_unique<host_runner>(problem, problem.sources.size(), n, [&problem](auto matrix) {
    bfs_parallel(problem.network, problem.sources, matrix);
  });
}

REGISTER_VARIANT(problem, {.id = "cpu_bfs_parallel",
                           .base = "cpu_floyd",
                           .runs_on = retime::processor::cpu,
                           .cores = retime::host_cores::all,
                           .invalid = no_histogram,
                           .memory_bytes = rows_memory_bytes,
                           .work = work_of,
                           .prepare = prepare});

}  // namespace apsp::cpu_bfs_parallel_variant
