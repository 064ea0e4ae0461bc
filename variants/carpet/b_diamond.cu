// Variant B: threads for the diamond that the walker can have reached.
#include "kernels/carpet/b_diamond.cuh"
#include "variants/carpet/common.h"
#include "variants/carpet/step_runner.cuh"

REGISTER_VARIANT(carpet::problem, {.id = "b_diamond",
                                   .paper = {"hoffmann_2010", "Variant B"},
                                   .printed = carpet::printed_tiles(),
                                   .base = "a_dense",
                                   .axes = carpet::tile_axes(),
                                   .invalid = carpet::invalid_tiles,
                                   .memory_bytes = carpet::dense_memory_bytes,
                                   .work = carpet::diamond_work,
                                   .prepare = carpet::prepare_tiles<carpet::b_diamond_walk>});
