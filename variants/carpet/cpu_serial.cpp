// The iterator program on one core (Fig. 12, one thread).
#include "variants/carpet/axes.h"
#include "variants/carpet/host_runner.h"

namespace carpet {

REGISTER_VARIANT(problem, {.id = "cpu_serial",
                           .paper = {"hoffmann_2010", "CPU, 1 thread"},
                           .runs_on = retime::processor::cpu,
                           .cores = retime::host_cores::one,
                           .invalid = too_many_sites,
                           .memory_bytes = byte_memory_bytes,
                           .work = host_work,
                           .prepare = [](const carpet::problem& problem, const retime::point&) {
                             return prepare_on_host(problem, 1);
                           }});

}  // namespace carpet
