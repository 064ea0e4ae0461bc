// The paper's kernel for points anywhere; in the order of the file, or along Morton's curve.
#include "variants/turning_bands/cell_projection.cuh"

namespace turning_bands::irregular_variant {

retime::reason invalid(const retime::point& point) {
  return retime::first_of({invalid_block(point), unroll.invalid(point), blocking.invalid(point)});
}

REGISTER_VARIANT(problem, {.id = "irregular",
                           .paper = {"hunger_2015", "Non-regular fields"},
                           .printed = {{"order", "given"}},
                           .base = "cpu_cell_parallel",
                           .axes = {block_axis(), unroll.axis(), blocking.axis(),
                                    retime::tuning("order", {"given", "morton"})},
                           .invalid = invalid,
                           .memory_bytes = memory_with_points,
                           .work = work_of,
                           .prepare = cell_runs_by_blocking<ordered_points>});

}  // namespace turning_bands::irregular_variant
