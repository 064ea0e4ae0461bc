#include "variants/cahn_hilliard/axes.h"

#include <cmath>
#include <limits>

#include "variants/cahn_hilliard/parameters.h"
#include "variants/kit/with_real.h"

namespace cahn_hilliard {

using retime::at_least;
using retime::axis_value;
using retime::one_of;
using retime::tuning;

namespace {

std::string above_zero(const axis_value& value) {
  return at_least(std::numeric_limits<double>::min())(value).empty() ? "" : "a number above 0";
}

double bytes_by_flow(const retime::point& point, std::size_t row_alignment) {
  const settings s = settings_of(point);
  const int carried = s.conserving ? 1 : 0;
  return bytes_of_fields(s, fields_held(s.method, copies(point)) + carried, row_alignment);
}

}  // namespace

std::vector<retime::workload_axis> workload_axes() {
  const auto not_negative = at_least(0);
  return {
      {.name = "n",
       .help = "cells along an edge of the square or cube",
       .default_value = 256,
       .smoke = {48, 50},
       .quick = {128, 256, 512, 1024},
       .paper = {128, 256, 512, 1024, 1536, 2048, 3072, 4096, 8192, 16384},
       .check = retime::between(1, 32768),
       .always_in_key = true},
      {.name = "dim",
       .help = "dimensions",
       .default_value = 2,
       .smoke = {2, 3},
       .check = retime::between(2, 3)},
      {.name = "steps",
       .help = "time steps of one run",
       .default_value = 20,
       .smoke = {2},
       .check = retime::between(0, 1e9),
       .always_in_key = true},
      {.name = "dt", .help = "time step", .default_value = 0.01, .check = above_zero},
      {.name = "mean",
       .help = "mean concentration: 0 is 50/50, -0.5 is 25/75",
       .default_value = 0.0},
      {.name = "noise",
       .help = "initial phi = mean + U(-noise, noise)",
       .default_value = 0.1,
       .check = not_negative},
      {.name = "m", .help = "mobility", .default_value = 1.0, .check = above_zero},
      {.name = "b", .help = "coefficient of -phi in the bulk term", .default_value = 1.0},
      {.name = "u",
       .help = "coefficient of phi^3 in the bulk term",
       .default_value = 1.0,
       .check = not_negative},
      {.name = "k",
       .help = "gradient energy K, sets the width of interfaces",
       .default_value = 1.0,
       .check = above_zero},
      {.name = "boundary",
       .help = "periodic, or mirror: no matter flows through the faces",
       .default_value = "periodic",
       .smoke = {"periodic", "mirror"},
       .check = one_of({"periodic", "mirror"})},
      {.name = "integrator",
       .help = "rk2: midpoint, two passes a step; euler: one",
       .default_value = "rk2",
       .check = one_of({"rk2", "euler"})},
      {.name = "update",
       .help = "plain: as printed; conserving: keeps the mean of a long run in single precision",
       .default_value = "plain",
       .check = one_of({"plain", "conserving"})},
      retime::precision_axis(),
      {.name = "seed", .help = "of the initial noise", .default_value = 1, .check = not_negative},
      {.name = "initial",
       .help = "noise, mode=KX:KY[:KZ]:AMPLITUDE, or a .npy file of n x n [x n] numbers",
       .default_value = "noise"},
  };
}

retime::tuning_axis flow_axis() { return tuning("flow", {"copy", "swap"}); }

bool copies(const retime::point& point) { return point.text("flow") == "copy"; }

int fields_held(integrator method, bool copy_flow) {
  return method == integrator::rk2 && copy_flow ? 3 : 2;
}

std::vector<retime::tuning_axis> device_axes() {
  return {
      flow_axis(),
      tuning("launch", {"stream", "graph"}),
      tuning("block_x", {16, 8, 32, 64, 128, 256, 512, 1024}),
      tuning("block_y", {16, 1, 2, 4, 8, 32}),
  };
}

std::vector<retime::tuning_axis> tile_axes() {
  auto axes = device_axes();
  axes.push_back(tuning("border", {"threads", "branches"}));
  return axes;
}

bool branches(const retime::point& point) { return point.text("border") == "branches"; }

retime::axis_values printed_tile() {
  return {{"flow", "copy"},
          {"launch", "stream"},
          {"block_x", 16},
          {"block_y", 16},
          {"border", "threads"}};
}

retime::reason invalid_tile(const retime::point& point) {
  if (point.integer("dim") != 2) return "dim=3: the paper has this kernel in 2-D alone";
  const bool whole_block = branches(point) || point.integer("block_y") == 1;
  return retime::first_of(
      {invalid_update(point), retime::invalid_rectangle(point, whole_block ? 0 : 4)});
}

retime::reason invalid_update(const retime::point& point) {
  if (point.text("update") == "plain") return std::nullopt;
  return "update=conserving: a_global and the CPU variants have it";
}

double bytes_of_fields(const settings& s, int fields, std::size_t row_alignment) {
  const std::size_t row = s.n * bytes_per_cell(s);
  const std::size_t padded = (row + row_alignment - 1) / row_alignment * row_alignment;
  return static_cast<double>(fields * padded * s.rows());
}

double device_bytes(const retime::point& point) { return bytes_by_flow(point, 128); }
double host_bytes(const retime::point& point) { return bytes_by_flow(point, 1); }

retime::work work_of(const problem& problem, const retime::point& point) {
  const double cell_steps =
      static_cast<double>(problem.cells()) * static_cast<double>(problem.steps);
  return {.bytes = fields_moved_per_step(problem, copies(point)) *
                   static_cast<double>(bytes_per_cell(problem)) * cell_steps,
          .flops = flops_per_step(problem) * cell_steps,
          .items = cell_steps,
          .item = "cell step"};
}

retime::reason other_than(const retime::point& point, std::int64_t dim, const char* does) {
  if (point.integer("dim") == dim) return std::nullopt;
  return "dim=" + std::to_string(point.integer("dim")) + ": this kernel " + does;
}

double our_bytes(const retime::point& point) { return bytes_of_fields(settings_of(point), 2); }

retime::work our_work(const problem& problem, const retime::point& point) {
  const auto cells = static_cast<double>(problem.cells());
  const auto at_once =
      point.has(steps_per_pass.name) ? static_cast<int>(point.integer(steps_per_pass.name)) : 1;
  const double cell_steps = cells * static_cast<double>(problem.steps);
  return {.bytes = 2 * static_cast<double>(bytes_per_cell(problem)) * cells *
                   passes(static_cast<int>(problem.steps), at_once),
          .flops = potential_flops_per_step(problem) * cell_steps,
          .items = cell_steps,
          .item = "cell step"};
}

problem by_potential(problem problem) {
  problem.by_potential = true;
  return problem;
}

}  // namespace cahn_hilliard
