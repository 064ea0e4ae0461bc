// Ours, out of core: fragments by tiles.
#include "variants/turning_bands/streamed_runner.cuh"
#include "variants/turning_bands/tile_projection.cuh"

namespace turning_bands::ours_streamed_variant {

std::vector<retime::tuning_axis> axes() {
  auto axes = tile_axes();
  axes.push_back(fragment_axis());
  axes.push_back(in_flight_axis());
  return axes;
}

retime::reason invalid(const retime::point& at) {
  return retime::first_of({not_regular(at), invalid_tile(at), invalid_fragments(at)});
}

REGISTER_VARIANT(problem, {.id = "ours_streamed",
                           .base = "streamed",
                           .axes = axes(),
                           .invalid = invalid,
                           .memory_bytes = memory_in_fragments,
                           .work = work_of,
                           .prepare = tile_runs<streamed_runner>});

}  // namespace turning_bands::ours_streamed_variant
