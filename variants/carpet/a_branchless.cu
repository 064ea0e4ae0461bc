// Variant A without branches, which the paper tried and found slightly slower (Sect. V-A).
#include "kernels/carpet/a_dense.cuh"
#include "variants/carpet/runner.cuh"

namespace carpet {

REGISTER_VARIANT(problem, {.id = "a_branchless",
                           .paper = {"hoffmann_2010", "Variant A, branch-free"},
                           .printed = printed_tiles(),
                           .base = "a_dense",
                           .axes = tile_axes(),
                           .invalid = invalid_tiles,
                           .memory_bytes = dense_memory_bytes,
                           .work = dense_work,
                           .prepare = prepare_tiles<a_branchless_walk>});

}  // namespace carpet
