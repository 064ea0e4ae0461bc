// As ours, in three dimensions: both passes of a step at once, mu once a cell.
#include "kernels/cahn_hilliard/march_3d.cuh"
#include "variants/cahn_hilliard/marched.cuh"

namespace cahn_hilliard::ours_3d_variant {

runner prepare(const problem& problem, const retime::point& tuning) {
  return retime::with_real(problem.double_precision, [&]<class Real>() {
    return cells_per_lane_3d.dispatch(tuning, [&]<int Cells>() {
      return rows_of_threads.dispatch(tuning, [&]<int Rows>() {
        return run_march<march_of_planes<Real, Cells, Rows>>(problem, tuning, planes_axis);
      });
    });
  });
}

REGISTER_VARIANT(problem, {.id = "ours_3d",
                           .base = "cpu_serial",
                           .axes = march_3d_axes(),
                           .invalid = invalid_march_3d,
                           .memory_bytes = march_memory_bytes,
                           .work = potential_march_work,
                           .prepare = prepare,
                           .reordered = by_potential});

}  // namespace cahn_hilliard::ours_3d_variant
