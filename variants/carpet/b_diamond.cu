// Variant B: threads for the diamond that the walker can have reached.
#include "kernels/carpet/b_diamond.cuh"
#include "variants/carpet/runner.cuh"

namespace carpet {

REGISTER_VARIANT(problem, {.id = "b_diamond",
                           .paper = {"hoffmann_2010", "Variant B"},
                           .printed = printed_tiles(),
                           .base = "a_dense",
                           .axes = tile_axes(),
                           .invalid = invalid_tiles,
                           .memory_bytes = dense_memory_bytes,
                           .work = diamond_work,
                           .prepare = prepare_tiles<b_diamond_walk>});

}  // namespace carpet
