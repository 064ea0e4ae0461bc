// As ours, in three dimensions: both passes of a step at once, mu once a cell.
#include "kernels/cahn_hilliard/march_3d.cuh"
#include "variants/cahn_hilliard/marched.cuh"

namespace cahn_hilliard::ours_3d_variant {

/// Rows of threads of a block, of which the outermost write nothing, and cells that a lane holds.
constexpr retime::static_axis<16, 24, 32> rows_of_threads{"rows_of_threads", 24};
constexpr retime::static_axis<2, 4> cells_per_lane{"cells_per_lane", 4};

/// `planes` that a block writes.
std::vector<retime::tuning_axis> axes() {
  return {cells_per_lane.axis(), rows_of_threads.axis(),
          retime::tuning("planes", {8, 16, 32, 64, 128}, 64), march_launches()};
}

/// Planes on their way and what rows exchange take twelve values a cell.
retime::reason too_much_shared(const retime::point& point) {
  constexpr std::int64_t most_bytes = 227 * 1024;
  const auto rows = point.integer(rows_of_threads.name), cells = point.integer(cells_per_lane.name);
  const auto bytes = 12 * 32 * rows * cells * (retime::is_double(point) ? 8 : 4);
  if (bytes <= most_bytes) return std::nullopt;
  return "rows_of_threads=" + std::to_string(rows) + ", cells_per_lane=" + std::to_string(cells) +
         ": take " + std::to_string(bytes) + " bytes of shared memory, more than " +
         std::to_string(most_bytes);
}

retime::reason invalid(const retime::point& point) {
  return retime::first_of(
      {invalid_update(point), other_than(point, 3, "marches through planes; ours is for 2-D"),
       cells_per_lane.invalid(point), rows_of_threads.invalid(point),
       retime::outside(point, "planes", {1, 32768, 1}), too_much_shared(point)});
}

runner prepare(const problem& problem, const retime::point& tuning) {
  return retime::with_real(problem.double_precision, [&]<class Real>() {
    return cells_per_lane.dispatch(tuning, [&]<int Cells>() {
      return rows_of_threads.dispatch(tuning, [&]<int Rows>() {
        return run_march<march_of_planes<Real, Cells, Rows>>(problem, tuning, "planes");
      });
    });
  });
}

REGISTER_VARIANT(problem, {.id = "ours_3d",
                           .base = "cpu_serial",
                           .axes = axes(),
                           .invalid = invalid,
                           .memory_bytes = our_bytes,
                           .work = our_work,
                           .prepare = prepare,
                           .reordered = by_potential});

}  // namespace cahn_hilliard::ours_3d_variant
