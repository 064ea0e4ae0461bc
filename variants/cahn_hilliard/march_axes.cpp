#include "variants/cahn_hilliard/march_axes.h"

#include <string>

#include "variants/cahn_hilliard/axes.h"
#include "variants/cahn_hilliard/parameters.h"
#include "variants/kit/with_real.h"

namespace cahn_hilliard {

using retime::tuning;

namespace {

retime::work work_at(const problem& problem, const retime::point& point, double flops_per_step) {
  const auto cells = static_cast<double>(problem.cells());
  const auto together =
      point.has(steps_per_pass.name) ? static_cast<int>(point.integer(steps_per_pass.name)) : 1;
  const double cell_steps = cells * static_cast<double>(problem.steps);
  return {.bytes = 2 * static_cast<double>(bytes_per_cell(problem)) * cells *
                   passes(static_cast<int>(problem.steps), together),
          .flops = flops_per_step * cell_steps,
          .items = cell_steps,
          .item = "cell step"};
}

/// In 3-D: planes on their way and what rows exchange take twelve values a cell.
retime::reason too_much_shared(const retime::point& point) {
  constexpr std::int64_t most_bytes = 227 * 1024;
  const auto rows = point.integer(rows_of_threads.name),
             cells = point.integer(cells_per_lane_3d.name);
  const auto bytes = 12 * 32 * rows * cells * (retime::is_double(point) ? 8 : 4);
  if (bytes <= most_bytes) return std::nullopt;
  return "rows_of_threads=" + std::to_string(rows) + ", cells_per_lane=" + std::to_string(cells) +
         ": take " + std::to_string(bytes) + " bytes of shared memory, more than " +
         std::to_string(most_bytes);
}

}  // namespace

retime::reason other_than(const retime::point& point, std::int64_t dim, const char* kernel) {
  if (point.integer("dim") == dim) return std::nullopt;
  return "dim=" + std::to_string(point.integer("dim")) + ": this kernel " + kernel;
}

std::vector<retime::tuning_axis> march_axes() {
  return {cells_per_lane.axis(), steps_per_pass.axis(),
          tuning(rows_axis, {8, 12, 16, 24, 32, 64, 128, 256}, 128),
          tuning("launch", {"stream", "graph", "overlap"}, "graph")};
}

retime::reason invalid_march(const retime::point& point) {
  return retime::first_of({invalid_update(point),
                           other_than(point, 2, "marches down rows; ours_3d is for 3-D"),
                           cells_per_lane.invalid(point), steps_per_pass.invalid(point),
                           retime::outside(point, rows_axis, {1, 32768, 1})});
}

std::vector<retime::tuning_axis> march_3d_axes() {
  return {cells_per_lane_3d.axis(), rows_of_threads.axis(),
          tuning(planes_axis, {8, 16, 32, 64, 128}, 64),
          tuning("launch", {"stream", "graph", "overlap"}, "graph")};
}

retime::reason invalid_march_3d(const retime::point& point) {
  return retime::first_of(
      {invalid_update(point), other_than(point, 3, "marches through planes; ours is for 2-D"),
       cells_per_lane_3d.invalid(point), rows_of_threads.invalid(point),
       retime::outside(point, planes_axis, {1, 32768, 1}), too_much_shared(point)});
}

double march_memory_bytes(const retime::point& point) {
  return bytes_of_fields(settings_of(point), 2);
}

retime::work march_work(const problem& problem, const retime::point& point) {
  return work_at(problem, point, flops_per_step(problem));
}

retime::work potential_march_work(const problem& problem, const retime::point& point) {
  return work_at(problem, point, potential_flops_per_step(problem));
}

problem by_potential(problem problem) {
  problem.by_potential = true;
  return problem;
}

}  // namespace cahn_hilliard
