// Both passes of a step at once, in the papers' order of sums: bit for bit what kernels A to D
// give.
#include "kernels/cahn_hilliard/plain_pass.cuh"
#include "variants/cahn_hilliard/marched.cuh"

namespace cahn_hilliard {

REGISTER_VARIANT(problem, {.id = "march",
                           .base = "cpu_serial",
                           .axes = march_axes(),
                           .invalid = invalid_march,
                           .memory_bytes = march_memory_bytes,
                           .work = march_work,
                           .prepare = prepare_march<plain_pass>});

}  // namespace cahn_hilliard
