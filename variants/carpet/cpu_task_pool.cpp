// The iterator program on all cores, which draw the iterators from one pool (Fig. 12, 16 threads).
#include <omp.h>

#include "variants/carpet/common.h"
#include "variants/carpet/cpu_runner.h"

REGISTER_VARIANT(carpet::problem, {.id = "cpu_task_pool",
                                   .paper = {"hoffmann_2010", "CPU, 16 threads"},
                                   .base = "cpu_serial",
                                   .runs_on = retime::processor::cpu,
                                   .invalid = carpet::too_many_sites,
                                   .memory_bytes = carpet::host_memory_bytes,
                                   .work = carpet::host_work,
                                   .prepare = [](const carpet::problem& of, const retime::point&) {
                                     return carpet::prepare_on_cpu(of, omp_get_max_threads());
                                   }});
