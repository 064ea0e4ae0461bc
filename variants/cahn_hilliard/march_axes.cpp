#include "variants/cahn_hilliard/march_axes.h"

#include <string>

#include "variants/cahn_hilliard/axes.h"
#include "variants/kit/with_real.h"

namespace cahn_hilliard {

using retime::point;
using retime::tuning;

namespace {

retime::work work_at(const problem& problem, const point& at, double flops_per_step) {
  const auto cells = static_cast<double>(problem.cells());
  const auto together =
      at.has(steps_per_pass.name) ? static_cast<int>(at.integer(steps_per_pass.name)) : 1;
  const double cell_steps = cells * static_cast<double>(problem.steps);
  return {.bytes = 2 * static_cast<double>(bytes_per_cell(problem)) * cells *
                   passes(static_cast<int>(problem.steps), together),
          .flops = flops_per_step * cell_steps,
          .items = cell_steps,
          .item = "cell step"};
}

/// In 3-D: planes on their way and what rows exchange take twelve values a cell.
retime::reason too_much_shared(const point& at) {
  constexpr std::int64_t most_bytes = 227 * 1024;
  const auto rows = at.integer(rows_of_threads.name), cells = at.integer(cells_per_lane_3d.name);
  const auto bytes = 12 * 32 * rows * cells * (retime::is_double(at) ? 8 : 4);
  if (bytes <= most_bytes) return std::nullopt;
  return "rows_of_threads=" + std::to_string(rows) + ", cells_per_lane=" + std::to_string(cells) +
         ": take " + std::to_string(bytes) + " bytes of shared memory, more than " +
         std::to_string(most_bytes);
}

}  // namespace

retime::reason other_than(const point& at, std::int64_t dim, const char* kernel) {
  if (at.integer("dim") == dim) return std::nullopt;
  return "dim=" + std::to_string(at.integer("dim")) + ": this kernel " + kernel;
}

std::vector<retime::tuning_axis> march_axes() {
  return {cells_per_lane.axis(), steps_per_pass.axis(),
          tuning(rows_axis, {8, 12, 16, 24, 32, 64, 128, 256}, 128),
          tuning("launch", {"stream", "graph", "overlap"}, "graph")};
}

retime::reason invalid_march(const point& at) {
  return retime::first_of({invalid_update(at),
                           other_than(at, 2, "marches down rows; ours_3d is for 3-D"),
                           cells_per_lane.invalid(at), steps_per_pass.invalid(at),
                           retime::outside(at, rows_axis, {1, 32768, 1})});
}

std::vector<retime::tuning_axis> march_3d_axes() {
  return {cells_per_lane_3d.axis(), rows_of_threads.axis(),
          tuning(planes_axis, {8, 16, 32, 64, 128}, 64),
          tuning("launch", {"stream", "graph", "overlap"}, "graph")};
}

retime::reason invalid_march_3d(const point& at) {
  return retime::first_of({invalid_update(at),
                           other_than(at, 3, "marches through planes; ours is for 2-D"),
                           cells_per_lane_3d.invalid(at), rows_of_threads.invalid(at),
                           retime::outside(at, planes_axis, {1, 32768, 1}), too_much_shared(at)});
}

double march_memory_bytes(const point& at) {
  const settings run = parameters_of(at);
  const std::size_t row = run.n * bytes_per_cell(run), padded = (row + 127) / 128 * 128;
  return static_cast<double>(2 * padded * run.rows());
}

retime::work march_work(const problem& problem, const point& at) {
  return work_at(problem, at, flops_per_step(problem));
}

retime::work potential_march_work(const problem& problem, const point& at) {
  return work_at(problem, at, potential_flops_per_step(problem));
}

}  // namespace cahn_hilliard
