// The iterator program on several cores, which draw the iterators from one pool (Fig. 12, 16
// threads: all cores of the paper's machine).
#include <omp.h>

#include "kernels/carpet/step_pool.h"
#include "variants/carpet/axes.h"
#include "variants/carpet/host_runner.h"

namespace carpet::cpu_task_pool_variant {

/// 0: as many of all cores as have enough to do.
std::vector<retime::tuning_axis> axes() { return {retime::tuning("threads", {0, 1, 2, 4, 8, 16})}; }

retime::reason invalid(const retime::point& point) {
  return retime::first_of({retime::outside(point, "threads", {0, 1024}), too_many_sites(point)});
}

std::unique_ptr<retime::runner<distribution>> prepare(const problem& problem,
                                                      const retime::point& tuning) {
  const auto given = static_cast<int>(tuning.integer("threads"));
  return prepare_on_host(
      problem, given > 0 ? given : threads_worth_waking(omp_get_max_threads(), problem.sites()));
}

REGISTER_VARIANT(problem, {.id = "cpu_task_pool",
                           .paper = {"hoffmann_2010", "CPU, 16 threads"},
                           .base = "cpu_serial",
                           .runs_on = retime::processor::cpu,
                           .cores = retime::host_cores::all,
                           .axes = axes(),
                           .invalid = invalid,
                           .memory_bytes = byte_memory_bytes,
                           .work = host_work,
                           .prepare = prepare});

}  // namespace carpet::cpu_task_pool_variant
