// Listing 1: a thread a cell. With directions in shared memory and the loop unrolled, the grid of
// Fig. 4.
#include "variants/turning_bands/cell_projection.cuh"

namespace turning_bands::cell_parallel_variant {

retime::reason invalid(const retime::point& point) {
  return retime::first_of(
      {not_regular(point), invalid_block(point), unroll.invalid(point), blocking.invalid(point)});
}

REGISTER_VARIANT(problem, {.id = "cell_parallel",
                           .paper = {"hunger_2015", "Cell parallelization"},
                           .printed = {{"blocking", 0}, {"unroll", 1}},
                           .base = "line_parallel",
                           .axes = {block_axis(), unroll.axis(), blocking.axis()},
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = cell_runs_by_blocking<cells_of_part>});

}  // namespace turning_bands::cell_parallel_variant
