// Kernel D: texture memory and shared memory.
#include "kernels/cahn_hilliard/texture_shared_2d.cuh"
#include "variants/cahn_hilliard/runner.cuh"

namespace cahn_hilliard {

REGISTER_VARIANT(problem, {.id = "d_texture_shared",
                           .paper = {"leist_2009", "Kernel D"},
                           .printed = printed_tile(),
                           .base = "cpu_serial",
                           .axes = tile_axes(),
                           .invalid = invalid_tile,
                           .memory_bytes = device_bytes,
                           .work = work_of,
                           .prepare = prepare_on_device<texture_shared_2d>});

}  // namespace cahn_hilliard
