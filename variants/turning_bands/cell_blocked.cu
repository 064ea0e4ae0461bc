// Directions in shared memory ("loop blocking").
#include "variants/turning_bands/cell_projection.cuh"

namespace turning_bands::cell_blocked_variant {

retime::reason invalid(const retime::point& point) {
  return retime::first_of({not_regular(point), invalid_block(point), unroll.invalid(point)});
}

REGISTER_VARIANT(problem, {.id = "cell_blocked",
                           .paper = {"hunger_2015", "Loop blocking"},
                           .printed = {},
                           .base = "cell_parallel",
                           .axes = {block_axis(), unroll.axis()},
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = cell_runs<cells_of_part, true, band_runner>});

}  // namespace turning_bands::cell_blocked_variant
