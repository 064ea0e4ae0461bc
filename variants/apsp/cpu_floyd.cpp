#include "variants/apsp/axes.h"
#include "variants/apsp/host_runner.h"

namespace apsp::cpu_floyd_variant {

// n^3 steps: a minute at 5000, half an hour at 15000, for which --timeout must be raised, and hours
// at 30000. The report extrapolates to larger n and says so.
constexpr std::int64_t largest_n = 15000;

std::unique_ptr<retime::runner<distances>> prepare(const problem& problem, const retime::point&) {
  const auto n = static_cast<std::size_t>(problem.network.vertices());
  return std::make_unique<host_runner>(problem, n, n, [&problem, n](auto matrix) {
    set_arcs(problem.network, n, matrix);
    floyd(n, matrix);
  });
}

REGISTER_VARIANT(
    problem,
    {.id = "cpu_floyd",
     .paper = {"leist_2009", "CPU"},
     .runs_on = retime::processor::cpu,
     .cores = retime::host_cores::one,
     .invalid =
         [](const retime::point& point) {
           return retime::first_of({no_histogram(point), too_many_vertices(point, largest_n)});
         },
     .memory_bytes = matrix_memory_bytes,
     .work = work_of,
     .prepare = prepare});

}  // namespace apsp::cpu_floyd_variant
