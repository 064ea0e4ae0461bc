// Alg. 1 with its loops interchanged, on all cores of the host.
#include "kernels/turning_bands/host_fields.h"
#include "variants/kit/one_call.h"
#include "variants/turning_bands/axes.h"

namespace turning_bands {

REGISTER_VARIANT(problem, {.id = "cpu_cell_parallel",
                           .runs_on = retime::processor::cpu,
                           .cores = retime::host_cores::all,
                           .memory_bytes = host_memory_bytes,
                           .work = work_of,
                           .prepare = [](const problem& problem, const retime::point&) {
                             const auto bands = std::make_shared<const host_projection>(problem);
                             return retime::call_once<field>([bands](int) { return bands->run(); });
                           }});

}  // namespace turning_bands
