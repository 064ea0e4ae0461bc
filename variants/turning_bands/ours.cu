// Ours: tiles, whose part of each line is held in shared memory.
#include "variants/turning_bands/tile_projection.cuh"

namespace turning_bands::ours_variant {

retime::reason invalid(const retime::point& point) {
  return retime::first_of({not_regular(point), invalid_tile(point), too_many_tiles(point)});
}

REGISTER_VARIANT(problem, {.id = "ours",
                           .base = "cell_parallel",
                           .axes = tile_axes({fields_together.axis()}),
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = tile_runs<band_runner>});

}  // namespace turning_bands::ours_variant
