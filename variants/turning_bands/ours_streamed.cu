// Ours, out of core: fragments by tiles.
#include "variants/turning_bands/streamed_runner.cuh"
#include "variants/turning_bands/tile_projection.cuh"

namespace turning_bands::ours_streamed_variant {

retime::reason invalid(const retime::point& point) {
  return retime::first_of({not_regular(point), invalid_tile(point), invalid_fragments(point)});
}

REGISTER_VARIANT(problem, {.id = "ours_streamed",
                           .base = "streamed",
                           .axes = tile_axes({fragment_axis(), in_flight_axis()}),
                           .invalid = invalid,
                           .memory_bytes = memory_in_fragments,
                           .work = work_of,
                           .prepare = tile_runs<streamed_runner>});

}  // namespace turning_bands::ours_streamed_variant
