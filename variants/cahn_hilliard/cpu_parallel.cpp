// All cores, rows vectorised with the widest instructions of this CPU.
#include "variants/cahn_hilliard/host_runner.h"

namespace cahn_hilliard {

REGISTER_VARIANT(problem, {.id = "cpu_parallel",
                           .base = "cpu_serial",
                           .runs_on = retime::processor::cpu,
                           .cores = retime::host_cores::all,
                           .axes = {flow_axis()},
                           .memory_bytes = host_bytes,
                           .work = work_of,
                           .prepare = [](const cahn_hilliard::problem& problem,
                                         const retime::point& tuning) {
                             return prepare_on_host(problem, tuning, host_style::parallel);
                           }});

}  // namespace cahn_hilliard
