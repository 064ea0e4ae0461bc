// Variant A: a thread for every site, accessible or not.
#include "kernels/carpet/a_dense.cuh"
#include "variants/carpet/common.h"
#include "variants/carpet/step_runner.cuh"

REGISTER_VARIANT(carpet::problem, {.id = "a_dense",
                                   .paper = {"hoffmann_2010", "Variant A"},
                                   .printed = carpet::printed_tiles(),
                                   .axes = carpet::tile_axes(),
                                   .invalid = carpet::invalid_tiles,
                                   .memory_bytes = carpet::dense_memory_bytes,
                                   .work = carpet::dense_work,
                                   .prepare = carpet::prepare_tiles<carpet::a_dense_walk>});
