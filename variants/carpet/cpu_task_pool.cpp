// The iterator program on all cores, which draw the iterators from one pool (Fig. 12, 16 threads).
#include <omp.h>

#include "variants/carpet/axes.h"
#include "variants/carpet/host_runner.h"

namespace carpet {

REGISTER_VARIANT(problem, {.id = "cpu_task_pool",
                           .paper = {"hoffmann_2010", "CPU, 16 threads"},
                           .base = "cpu_serial",
                           .runs_on = retime::processor::cpu,
                           .cores = retime::host_cores::all,
                           .invalid = too_many_sites,
                           .memory_bytes = byte_memory_bytes,
                           .work = host_work,
                           .prepare = [](const carpet::problem& problem, const retime::point&) {
                             return prepare_on_host(problem, omp_get_max_threads());
                           }});

}  // namespace carpet
