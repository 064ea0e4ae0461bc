#include "variants/cahn_hilliard/march_axes.h"

#include "variants/cahn_hilliard/axes.h"

namespace cahn_hilliard {

using retime::point;
using retime::tuning;

namespace {

int passes_of(const problem& problem, const point& at) {
  return steps_per_pass.dispatch(
      at, [&]<int Steps>() { return passes<Steps>(static_cast<int>(problem.steps)); });
}

retime::work work_at(const problem& problem, const point& at, double flops_per_step) {
  const auto cells = static_cast<double>(problem.cells());
  const double cell_steps = cells * static_cast<double>(problem.steps);
  return {
      .bytes = 2 * static_cast<double>(bytes_per_cell(problem)) * cells * passes_of(problem, at),
      .flops = flops_per_step * cell_steps,
      .items = cell_steps,
      .item = "cell step"};
}

}  // namespace

std::vector<retime::tuning_axis> march_axes() {
  return {cells_per_lane.axis(), steps_per_pass.axis(),
          tuning(rows_axis, {8, 16, 32, 64, 128, 256}, 128),
          tuning("launch", {"stream", "graph", "overlap"}, "graph")};
}

retime::reason invalid_march(const point& at) {
  if (at.integer("dim") != 2) return "dim=3: this kernel marches down rows of two dimensions";
  return retime::first_of({invalid_update(at), cells_per_lane.invalid(at),
                           steps_per_pass.invalid(at),
                           retime::outside(at, rows_axis, {1, 32768, 1})});
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
