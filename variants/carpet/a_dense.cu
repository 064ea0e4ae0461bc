// Variant A: a thread for every site, accessible or not.
#include "kernels/carpet/a_dense.cuh"
#include "variants/carpet/runner.cuh"

namespace carpet {

REGISTER_VARIANT(problem, {.id = "a_dense",
                           .paper = {"hoffmann_2010", "Variant A"},
                           .printed = printed_tiles(),
                           .axes = tile_axes(),
                           .invalid = invalid_tiles,
                           .memory_bytes = dense_memory_bytes,
                           .work = dense_work,
                           .prepare = prepare_tiles<a_dense_walk>});

}  // namespace carpet
