// Both passes of a step at once, one step or two a pass over memory, mu once a cell, by fused
// multiply-adds: less than half of the instructions that the papers' order of sums takes. So the
// reference adds in this order too, and the comparison stays bit for bit.
#include "kernels/cahn_hilliard/march_2d.cuh"
#include "variants/cahn_hilliard/marched.cuh"

namespace cahn_hilliard::ours_variant {

/// Neighbouring cells of a row that a lane of a warp holds.
constexpr retime::static_axis<1, 2, 4> cells_per_lane{"cells_per_lane", 4};

/// `rows` that a block writes: fewer give more blocks, and more that is computed twice.
std::vector<retime::tuning_axis> axes() {
  return {cells_per_lane.axis(), steps_per_pass.axis(),
          retime::tuning("rows", {8, 12, 16, 24, 32, 64, 128, 256}, 128), march_launches()};
}

retime::reason invalid(const retime::point& point) {
  return retime::first_of({invalid_update(point),
                           other_than(point, 2, "marches down rows; ours_3d is for 3-D"),
                           cells_per_lane.invalid(point), steps_per_pass.invalid(point),
                           retime::outside(point, "rows", {1, 32768, 1})});
}

runner prepare(const problem& problem, const retime::point& tuning) {
  return retime::with_real(problem.double_precision, [&]<class Real>() {
    return cells_per_lane.dispatch(tuning, [&]<int Cells>() {
      return steps_per_pass.dispatch(tuning, [&]<int Steps>() {
        return run_march<march_of_rows<Real, Cells, Steps>>(problem, tuning, "rows");
      });
    });
  });
}

REGISTER_VARIANT(problem, {.id = "ours",
                           .base = "cpu_serial",
                           .axes = axes(),
                           .invalid = invalid,
                           .memory_bytes = our_bytes,
                           .work = our_work,
                           .prepare = prepare,
                           .reordered = by_potential});

}  // namespace cahn_hilliard::ours_variant
