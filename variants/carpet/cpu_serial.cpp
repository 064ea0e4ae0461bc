// The iterator program on one core (Fig. 12, one thread).
#include "variants/carpet/common.h"
#include "variants/carpet/cpu_runner.h"

REGISTER_VARIANT(carpet::problem, {.id = "cpu_serial",
                                   .paper = {"hoffmann_2010", "CPU, 1 thread"},
                                   .runs_on = retime::processor::cpu,
                                   .invalid = carpet::too_many_sites,
                                   .memory_bytes = carpet::host_memory_bytes,
                                   .work = carpet::host_work,
                                   .prepare = [](const carpet::problem& of, const retime::point&) {
                                     return carpet::prepare_on_cpu(of, 1);
                                   }});
