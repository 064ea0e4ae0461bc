// Kernel A: global memory.
#include "kernels/cahn_hilliard/global_2d.cuh"
#include "kernels/cahn_hilliard/global_3d.cuh"
#include "variants/cahn_hilliard/device_runner.h"

namespace cahn_hilliard {

REGISTER_VARIANT(problem,
                 {
                     .id = "a_global",
                     .paper = {"leist_2009", "Kernel A"},
                     .printed = {{"flow", "copy"}, {"launch", "stream"}, {"cells_per_thread", 1}},
                     .base = "cpu_serial",
                     .axes = device_axes_with_cells(),
                     .invalid = invalid_block,
                     .memory_bytes = device_bytes,
                     .work = work_of,
                     .prepare =
                         [](const problem& of, const retime::point& at) {
                           return of.dim == 2 ? prepare_on_device<global_pass_2d>(of, at)
                                              : prepare_on_device<global_pass_3d>(of, at);
                         },
                 });

}  // namespace cahn_hilliard
