// Ours: tiles, whose part of each line is held in shared memory.
#include "variants/turning_bands/parameters.h"
#include "variants/turning_bands/tile_projection.cuh"

namespace turning_bands::ours_variant {

std::vector<retime::tuning_axis> axes() {
  auto axes = tile_axes();
  axes.push_back(fields_together.axis());
  return axes;
}

retime::reason invalid(const retime::point& at) {
  return retime::first_of({not_regular(at), invalid_tile(at), too_many_tiles(at)});
}

REGISTER_VARIANT(problem, {.id = "ours",
                           .base = "cell_parallel",
                           .axes = axes(),
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = tile_runs<band_runner>});

}  // namespace turning_bands::ours_variant
