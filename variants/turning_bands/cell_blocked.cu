// Directions in shared memory ("loop blocking").
#include "variants/turning_bands/cell_projection.cuh"

namespace turning_bands::cell_blocked_variant {

retime::reason invalid(const retime::point& at) {
  return retime::first_of({not_regular(at), invalid_block(at), unroll.invalid(at)});
}

REGISTER_VARIANT(problem, {.id = "cell_blocked",
                           .paper = {"hunger_2015", "Loop blocking"},
                           .printed = {},
                           .base = "cell_parallel",
                           .axes = {block_axis(), unroll.axis()},
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = cell_runs<whole_mesh, true>});

}  // namespace turning_bands::cell_blocked_variant
