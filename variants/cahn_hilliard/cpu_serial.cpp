// The paper's base: one CPU thread, plain loops.
#include "variants/cahn_hilliard/host_runner.h"

namespace cahn_hilliard {

REGISTER_VARIANT(problem, {.id = "cpu_serial",
                           .paper = {"leist_2009", "CPU"},
                           .printed = {{"flow", "copy"}},
                           .runs_on = retime::processor::cpu,
                           .cores = retime::host_cores::one,
                           .axes = {flow_axis()},
                           .memory_bytes = host_bytes,
                           .work = work_of,
                           .prepare = [](const cahn_hilliard::problem& problem,
                                         const retime::point& tuning) {
                             return prepare_on_host(problem, tuning, host_style::serial);
                           }});

}  // namespace cahn_hilliard
