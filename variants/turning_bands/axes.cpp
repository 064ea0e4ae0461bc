#include "variants/turning_bands/axes.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/turning_bands/line_model.h"
#include "variants/kit/with_real.h"
#include "variants/turning_bands/parameters.h"

namespace turning_bands {

using retime::axis_value;
using retime::between;
using retime::one_of;
using retime::point;

namespace {

std::string power_of_two(const axis_value& value) {
  const std::string right = "a power of two from 1 to 64";
  const auto samples = std::get<std::int64_t>(value);
  return samples >= 1 && samples <= 64 && std::has_single_bit(static_cast<std::uint64_t>(samples))
             ? ""
             : right;
}

retime::workload_axis in_double() {
  retime::workload_axis axis = retime::precision_axis();
  axis.default_value = "double";
  return axis;
}

/// Lines in the precision, and in double where they are made: samples, modes, power, and as much
/// again as the modes for an FFT to work in.
double line_bytes(const sizes& s) {
  const double modes = s.transform / 2 + 1;
  const double batch = std::clamp(most_samples_together / s.transform, 1.0, s.lines * s.fields);
  return s.lines * s.fields * s.length * s.real_bytes + 8 * modes +
         batch * 8 * (s.transform + 4 * modes);
}

}  // namespace

std::vector<retime::workload_axis> workload_axes() {
  return {
      {.name = "mesh",
       .help = "regular, jittered, random, or a file of points (.npy or text, x y z in cells)",
       .default_value = "regular",
       .smoke = {"regular", "random"}},
      {.name = "n",
       .help = "cells along an edge",
       .default_value = 128,
       .smoke = {20},
       .quick = {64, 128, 256},
       .paper = {64, 128, 256, 512, 1024},
       .check = between(1, 16384),
       .always_in_key = true},
      {.name = "nx",
       .help = "cells along x, the slowest; 0: n",
       .default_value = 0,
       .check = between(0, 1 << 20)},
      {.name = "ny",
       .help = "cells along y; 0: n",
       .default_value = 0,
       .check = between(0, 1 << 20)},
      {.name = "nz",
       .help = "cells along z; 0: n",
       .default_value = 0,
       .check = between(0, 1 << 20)},
      {.name = "lines",
       .help = "lines of a field",
       .default_value = 1024,
       .smoke = {70},
       .check = between(1, 1 << 20),
       .always_in_key = true},
      {.name = "line_length",
       .help = "samples of a line; auto: what the mesh crosses",
       .default_value = "auto",
       .check = retime::matching("auto|[1-9][0-9]{0,7}", "auto, or a whole number from 1")},
      {.name = "resolution",
       .help = "samples of a line a cell",
       .default_value = 1,
       .check = power_of_two},
      {.name = "line_maker",
       .help = "power_law (index), spectrum (spectrum, a) or covariance (covariance, a)",
       .default_value = "power_law",
       .smoke = {"power_law", "spectrum", "covariance"},
       .check = one_of({std::begin(line_maker_names), std::end(line_maker_names)})},
      {.name = "index",
       .help = "power_law: P(k) ~ k^index",
       .default_value = -2.0,
       .check = between(-6, 4)},
      {.name = "spectrum",
       .help = "k6_exp, von_karman, or a file of k (radians a cell) and P",
       .default_value = "k6_exp"},
      {.name = "covariance",
       .help = "gaussian exp(-(r/a)^2), exponential exp(-r/a), or a file of r (cells) and C",
       .default_value = "gaussian"},
      {.name = "a",
       .help = "range of a named spectrum or covariance, in cells",
       .default_value = 10.0,
       .check = between(1e-3, 1e6)},
      {.name = "correction",
       .help = "of reading lines at their nearest sample: none, compression (printed), hold (ours)",
       .default_value = "none",
       .check = one_of({std::begin(correction_names), std::end(correction_names)})},
      {.name = "fields",
       .help = "independent fields",
       .default_value = 1,
       .check = between(1, 10000)},
      {.name = "directions",
       .help = "of the lines: each field has its own, or all share one set",
       .default_value = "own",
       .check = one_of({"own", "shared"})},
      {.name = "sequence",
       .help = "of directions on the sphere: halton (printed), or random, each anywhere",
       .default_value = "halton",
       .check = one_of({std::begin(sequence_names), std::end(sequence_names)})},
      in_double(),
      {.name = "timed",
       .help = "field: lines and projection; projection: that alone",
       .default_value = "field",
       .check = one_of({"field", "projection"})},
      {.name = "seed",
       .help = "of lines, directions and points",
       .default_value = 1,
       .check = retime::at_least(0)},
  };
}

retime::tuning_axis block_axis() { return retime::tuning("block", {64, 128, 256, 512}, 128); }
retime::tuning_axis lines_at_once_axis() {
  return retime::tuning("lines_at_once", {8, 16, 32, 64, 128}, 32);
}
retime::tuning_axis fragment_axis() { return retime::tuning("fragment", {32, 64, 128, 256}, 128); }
retime::tuning_axis in_flight_axis() { return retime::tuning("in_flight", {1, 2, 3, 4}, 3); }

retime::reason invalid_block(const point& point) {
  return retime::outside(point, "block", {32, retime::most_threads, retime::warp});
}

retime::reason not_regular(const point& point) {
  if (sizes_of(point).is_regular) return std::nullopt;
  return "mesh=" + point.text("mesh") + ": this variant takes a regular mesh";
}

retime::reason invalid_fragments(const point& point) {
  return retime::first_of({retime::outside(point, "fragment", {8, 1024, 8}),
                           retime::outside(point, "in_flight", {1, 64})});
}

double memory_bytes(const point& point) {
  const sizes s = sizes_of(point);
  const double directions = s.lines * s.fields * 4 * s.real_bytes;
  return line_bytes(s) + directions + s.points * s.fields * s.real_bytes;
}

double memory_with_points(const point& point) {
  const sizes s = sizes_of(point);
  return memory_bytes(point) + s.points * (3 * s.real_bytes + sizeof(unsigned));
}

double memory_in_fragments(const point& point) {
  const sizes s = sizes_of(point);
  const double edge = point.real("fragment"), fragment = edge * edge * edge;
  return memory_bytes(point) - s.points * s.fields * s.real_bytes +
         std::min(fragment, s.points) * point.real("in_flight") * s.real_bytes;
}

double host_memory_bytes(const point& point) {
  const sizes s = sizes_of(point);
  return s.lines * s.length * (8 + s.real_bytes) + s.points * s.fields * s.real_bytes;
}

retime::work work_of(const problem& problem, const point&) {
  const double real_bytes = problem.double_precision ? 8 : 4;
  const double point_lines = problem.point_lines();
  const double samples = double{1} * problem.lines * problem.fields * problem.model.length;
  constexpr double flops_of_listing_1 = 8;  // the dot product 5, resolution, origin, sum
  return {.bytes = real_bytes * (static_cast<double>(problem.size()) * problem.fields + samples),
          .flops = flops_of_listing_1 * point_lines,
          .items = point_lines,
          .item = "point-line",
          .observables = {{"point_lines", point_lines}}};
}

retime::reason not_for_fft(const point& point) {
  if (!sizes_of(point).is_regular) return not_regular(point);
  if (point.integer("fields") > 1) return "fields: a 3-D FFT makes 1 field a run";
  if (point.text("timed") != "field") return "timed=projection: a 3-D FFT projects nothing";
  return std::nullopt;
}

double fft_memory_bytes(const point& point) {
  const sizes s = sizes_of(point);
  const double modes = s.points / s.mesh.z * (s.mesh.z / 2 + 1);
  return (s.points + 2 * 2 * modes) * s.real_bytes + target_spectrum_points * sizeof(double);
}

retime::work fft_work(const problem& problem, const point&) {
  const double cells = static_cast<double>(problem.mesh.cells());
  return {.bytes = (problem.double_precision ? 8 : 4) * cells,
          .flops = 2.5 * cells * std::log2(cells),
          .items = cells,
          .item = "cell"};
}

}  // namespace turning_bands
