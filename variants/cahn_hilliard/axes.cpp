#include "variants/cahn_hilliard/axes.h"

#include <cmath>
#include <limits>

#include "variants/cahn_hilliard/parameters.h"
#include "variants/kit/with_real.h"

namespace cahn_hilliard {

using retime::at_least;
using retime::axis_value;
using retime::one_of;
using retime::point;
using retime::tuning;

namespace {

std::string above_zero(const axis_value& value) {
  return at_least(std::numeric_limits<double>::min())(value).empty() ? "" : "a number above 0";
}

/// Of one field without padding, rows times cells a row.
double field_bytes(const settings& run, double row_bytes) {
  return row_bytes * std::pow(static_cast<double>(run.n), run.dim - 1);
}

double row_bytes(const settings& run) {
  return static_cast<double>(run.n) * static_cast<double>(bytes_per_cell(run));
}

}  // namespace

std::vector<retime::workload_axis> workload_axes() {
  const auto not_negative = at_least(0);
  return {
      {.name = "n",
       .help = "cells along an edge of the square or cube",
       .fallback = 256,
       .smoke = {48, 50},
       .quick = {128, 256, 512, 1024},
       .paper = {128, 256, 512, 1024, 1536, 2048, 3072, 4096, 8192, 16384},
       .check = retime::between(1, 32768),
       .always_in_key = true},
      {.name = "dim",
       .help = "dimensions",
       .fallback = 2,
       .smoke = {2, 3},
       .check = retime::between(2, 3)},
      {.name = "steps",
       .help = "time steps of one run",
       .fallback = 20,
       .smoke = {2},
       .check = retime::between(0, 1e9),
       .always_in_key = true},
      {.name = "dt", .help = "time step", .fallback = 0.01, .check = above_zero},
      {.name = "mean", .help = "mean concentration: 0 is 50/50, -0.5 is 25/75", .fallback = 0.0},
      {.name = "noise",
       .help = "initial phi = mean + U(-noise, noise)",
       .fallback = 0.1,
       .check = not_negative},
      {.name = "m", .help = "mobility", .fallback = 1.0, .check = above_zero},
      {.name = "b", .help = "coefficient of -phi in the bulk term", .fallback = 1.0},
      {.name = "u",
       .help = "coefficient of phi^3 in the bulk term",
       .fallback = 1.0,
       .check = not_negative},
      {.name = "k",
       .help = "gradient energy K, sets the width of interfaces",
       .fallback = 1.0,
       .check = above_zero},
      {.name = "boundary",
       .help = "periodic, or mirror: no matter flows through the faces",
       .fallback = "periodic",
       .smoke = {"periodic", "mirror"},
       .check = one_of({"periodic", "mirror"})},
      {.name = "integrator",
       .help = "rk2: midpoint, two passes a step; euler: one",
       .fallback = "rk2",
       .check = one_of({"rk2", "euler"})},
      retime::precision_axis(),
      {.name = "seed", .help = "of the initial noise", .fallback = 1, .check = not_negative},
      {.name = "initial",
       .help = "noise, mode=KX:KY[:KZ]:AMPLITUDE, or a .npy file of n x n [x n] numbers",
       .fallback = "noise"},
  };
}

retime::tuning_axis flow_axis() { return tuning("flow", {"copy", "swap"}); }

bool copies(const point& at) { return at.text("flow") == "copy"; }

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

retime::axis_values printed_flow() { return {{"flow", "copy"}, {"launch", "stream"}}; }

retime::axis_values printed_bordered() {
  auto point = printed_flow();
  point.insert({{"block_x", 16}, {"block_y", 16}});
  return point;
}

retime::reason invalid_block(const point& at) { return retime::invalid_rectangle(at); }

retime::reason invalid_bordered_block(const point& at) {
  if (at.integer("dim") != 2) return "dim=3: the paper has this kernel in 2-D alone";
  return retime::invalid_rectangle(at, 4);
}

double device_bytes(const point& at) {
  const settings run = parameters_of(at);
  const double padded = std::ceil(row_bytes(run) / 128) * 128;
  return fields_held(run.method, copies(at)) * field_bytes(run, padded);
}

double host_bytes(const point& at) {
  const settings run = parameters_of(at);
  return fields_held(run.method, copies(at)) * field_bytes(run, row_bytes(run));
}

retime::work work_of(const problem& problem, const point& at) {
  const double cell_steps =
      static_cast<double>(problem.cells()) * static_cast<double>(problem.steps);
  const double bytes = fields_moved_per_step(problem.method, copies(at)) *
                       static_cast<double>(bytes_per_cell(problem));
  return {.bytes = bytes * cell_steps,
          .flops = flops_per_step(problem.method, problem.dim) * cell_steps,
          .items = cell_steps,
          .item = "cell step"};
}

}  // namespace cahn_hilliard
