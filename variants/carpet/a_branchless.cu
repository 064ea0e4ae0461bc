// Variant A without branches, which the paper tried and found slightly slower (Sect. V-A).
#include "kernels/carpet/a_branchless.cuh"
#include "variants/carpet/common.h"
#include "variants/carpet/step_runner.cuh"

REGISTER_VARIANT(carpet::problem, {.id = "a_branchless",
                                   .paper = {"hoffmann_2010", "Variant A, branch-free"},
                                   .printed = carpet::printed_tiles(),
                                   .base = "a_dense",
                                   .axes = carpet::tile_axes(),
                                   .invalid = carpet::invalid_tiles,
                                   .memory_bytes = carpet::dense_memory_bytes,
                                   .work = carpet::dense_work,
                                   .prepare = carpet::prepare_tiles<carpet::a_branchless_walk>});
