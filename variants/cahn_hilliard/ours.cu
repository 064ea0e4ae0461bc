// Both passes of a step at once, mu once a cell, by fused multiply-adds: less than half of the
// instructions of `march`, which its own order of sums costs. So the reference adds in this order
// too, and the comparison stays bit for bit.
#include "kernels/cahn_hilliard/potential_pass.cuh"
#include "variants/cahn_hilliard/marched.cuh"

namespace cahn_hilliard {

REGISTER_VARIANT(problem, {.id = "ours",
                           .base = "cpu_serial",
                           .axes = march_axes(),
                           .invalid = invalid_march,
                           .memory_bytes = march_memory_bytes,
                           .work = potential_march_work,
                           .prepare = prepare_march<potential_pass>,
                           .reordered = by_potential});

}  // namespace cahn_hilliard
