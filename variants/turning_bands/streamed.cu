// The paper's out-of-core program: fragments by the blocked kernel.
#include "variants/turning_bands/cell_projection.cuh"
#include "variants/turning_bands/streamed_runner.cuh"

namespace turning_bands::streamed_variant {

retime::reason invalid(const retime::point& point) {
  return retime::first_of(
      {not_regular(point), invalid_block(point), unroll.invalid(point), invalid_fragments(point)});
}

REGISTER_VARIANT(problem, {.id = "streamed",
                           .paper = {"hunger_2015", "Out-of-core streaming"},
                           .printed = {{"fragment", 128}},
                           .base = "cell_blocked",
                           .axes = {block_axis(), unroll.axis(), fragment_axis(), in_flight_axis()},
                           .invalid = invalid,
                           .memory_bytes = memory_in_fragments,
                           .work = work_of,
                           .prepare = cell_runs<cells_of_part, true, streamed_runner>});

}  // namespace turning_bands::streamed_variant
