#include "variants/turning_bands/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "kernels/support/bad_input.h"
#include "kernels/turning_bands/functions.h"
#include "kernels/turning_bands/read_table.h"
#include "variants/kit/name_index.h"
#include "variants/kit/with_real.h"

namespace turning_bands {

using retime::point;

namespace {

constexpr int least_bits = 6;  ///< of a direction: a degree

mesh_kind kind_of(const point& workload) {
  return mesh_kind{retime::name_index(workload.text("mesh"), mesh_names)};
}

extents extents_of(const point& workload) {
  const auto edge = [&](const char* axis) {
    const std::int64_t own = workload.integer(axis);
    return static_cast<int>(own != 0 ? own : workload.integer("n"));
  };
  return {edge("nx"), edge("ny"), edge("nz")};
}

target target_of(const point& workload) {
  target made;
  made.maker = line_maker{retime::name_index(workload.text("line_maker"), line_maker_names)};
  made.index = workload.real("index");
  if (made.maker != line_maker::power_law)
    made.function = workload.text(made.maker == line_maker::spectrum ? "spectrum" : "covariance");
  made.range = workload.real("a");
  made.correct = correction{retime::name_index(workload.text("correction"), correction_names)};
  made.resolution = workload.real("resolution");
  return made;
}

std::vector<position> points_of_file(const std::string& path) {
  std::vector<position> points;
  for (const auto& row : read_rows(path, 3)) points.push_back({row[0], row[1], row[2]});
  return points;
}

/// How far points lie from the middle at most, in cells.
double reach_of(const point& workload) {
  if (kind_of(workload) == mesh_kind::file)
    return box_around(points_of_file(workload.text("mesh"))).half_diagonal;
  const double faces = kind_of(workload) == mesh_kind::regular ? 1 : 0;
  const extents mesh = extents_of(workload);
  return std::hypot(mesh.x - faces, mesh.y - faces, mesh.z - faces) / 2;
}

/// Samples of the longest line on which directions of least_bits are exact.
double longest_line(const point& workload) {
  if (retime::is_double(workload)) return 1 << 24;
  return std::min<double>(1 << 23, workload.real("resolution") * (1 << (23 - least_bits)));
}

/// Samples that points so far away cross on a line whose direction was rounded, and three (Sect. 3
/// has one, of a count from 1).
int samples_crossed(const point& workload, double reach) {
  const target target = target_of(workload);
  const bool in_double = retime::is_double(workload);
  const double compression = compression_of(target), most = longest_line(workload);
  const double samples = 2 * reach * target.resolution;
  const double at_most = std::min(0.6 * samples * compression, most) / target.resolution + 2;
  const int bits = std::max(least_bits, exact_bits(in_double, at_most));
  const double crossed = std::ceil(samples * (compression + std::ldexp(1.0, -bits))) + 3;
  if (!(crossed <= most))
    throw retime::bad_input(
        fmt::format("mesh={}: it crosses {:.6g} samples of a line, {} are the most in {} "
                    "precision; give a smaller mesh or resolution",
                    workload.text("mesh"), crossed, most, workload.text("precision")));
  return static_cast<int>(crossed);
}

/// An extent as large as the points lie apart, and at least one cell.
extents cells_around(const std::vector<position>& points) {
  position far;
  for (const position& p : points)
    far = {std::max(far.x, std::abs(p.x)), std::max(far.y, std::abs(p.y)),
           std::max(far.z, std::abs(p.z))};
  const auto cells = [](double half) { return std::max(1, static_cast<int>(std::ceil(2 * half))); };
  return {cells(far.x), cells(far.y), cells(far.z)};
}

/// Points from a file have their number, as that of a cube, and no other extents.
void resolve_mesh(point& workload) {
  if (kind_of(workload) != mesh_kind::file) return;
  const std::string path = workload.text("mesh");
  if (!std::filesystem::exists(path))
    throw retime::bad_input(fmt::format(
        "mesh={}: give regular, jittered, random, or a file of points that exists", path));
  for (const char* edge : {"nx", "ny", "nz"})
    if (workload.integer(edge) != 0)
      throw retime::bad_input(
          fmt::format("{}={}: points from a file have no extents; leave it out, or mesh={}", edge,
                      workload.integer(edge), path));
  const auto count = static_cast<double>(read_rows(path, 3).size());
  workload.set("n", static_cast<std::int64_t>(std::ceil(std::cbrt(count) - 1e-9)));
}

void resolve_length(point& workload) {
  const int least = samples_crossed(workload, reach_of(workload));
  const std::string length = workload.text("line_length");
  if (length == "auto") {
    workload.set("line_length", std::to_string(least + least % 2));
    return;
  }
  if (std::stoi(length) < least)
    throw retime::bad_input(fmt::format(
        "line_length={}: the mesh crosses a line on {} samples; give {} or more, or auto", length,
        least, least));
  if (std::stoi(length) > longest_line(workload))
    throw retime::bad_input(
        fmt::format("line_length={}: give {} samples at most in {} precision, or auto", length,
                    longest_line(workload), workload.text("precision")));
}

void check_function(const point& workload) {
  const target target = target_of(workload);
  if (target.maker == line_maker::power_law) return;
  const bool is_spectrum = target.maker == line_maker::spectrum;
  const auto& names = is_spectrum ? spectrum_names : covariance_names;
  if (std::ranges::count(names, target.function) == 0 &&
      !std::filesystem::is_regular_file(target.function))
    throw retime::bad_input(fmt::format("{}={}: give {}, {}, or a file of two columns that exists",
                                        is_spectrum ? "spectrum" : "covariance", target.function,
                                        names[0], names[1]));
}

line_model model_of(const point& workload) {
  return make_line_model(target_of(workload), std::stoi(workload.text("line_length")));
}

}  // namespace

sizes sizes_of(const point& workload) {
  const double length = std::stod(workload.text("line_length"));
  const bool on_larger_circles = target_of(workload).maker == line_maker::covariance;
  const extents mesh = extents_of(workload);
  return {.mesh = mesh,
          .points = static_cast<double>(mesh.cells()),
          .lines = workload.real("lines"),
          .fields = workload.real("fields"),
          .length = length,
          .transform =
              circle_for(static_cast<int>(length)) * (on_larger_circles ? most_times_larger : 1.0),
          .real_bytes = retime::is_double(workload) ? 8.0 : 4.0,
          .is_regular = kind_of(workload) == mesh_kind::regular};
}

void resolve(point& workload) {
  check_function(workload);
  resolve_mesh(workload);
  resolve_length(workload);
  const bool is_covariance = target_of(workload).maker == line_maker::covariance;
  if (target_of(workload).correct == correction::hold && !is_covariance &&
      workload.integer("resolution") < 4)
    throw retime::bad_input(
        fmt::format("correction=hold: lines limited to what the mesh resolves take resolution=4 or "
                    "more, not {}",
                    workload.integer("resolution")));
  if (target_of(workload).maker != line_maker::power_law) model_of(workload);  // or refused here
}

problem make_problem(const point& workload) {
  problem made;
  made.kind = kind_of(workload);
  made.mesh = extents_of(workload);
  made.seed = static_cast<std::uint64_t>(workload.integer("seed"));
  if (made.kind == mesh_kind::file) {
    made.points = points_of_file(workload.text("mesh"));
    made.middle = box_around(made.points).middle;
    for (position& p : made.points)
      p = {p.x - made.middle.x, p.y - made.middle.y, p.z - made.middle.z};
    made.mesh = cells_around(made.points);
  } else if (made.kind != mesh_kind::regular) {
    made.points = mesh_points(made.kind, made.mesh, made.seed);
  }
  made.target = target_of(workload);
  made.model = model_of(workload);
  made.lines = static_cast<int>(workload.integer("lines"));
  made.fields = static_cast<int>(workload.integer("fields"));
  made.shared_directions = workload.text("directions") == "shared";
  made.double_precision = retime::is_double(workload);
  made.projection_only = workload.text("timed") == "projection";
  const int bits =
      exact_bits(made.double_precision, made.model.length / made.target.resolution / 2);
  const sequence drawn{retime::name_index(workload.text("sequence"), sequence_names)};
  for (int field = 0; field < (made.shared_directions ? 1 : made.fields); ++field)
    made.directions.push_back(make_directions(drawn, made.lines, made.model.compression, bits,
                                              made.seed, static_cast<std::uint64_t>(field)));
  made.spectrum = spectrum_on(made.mesh, made.target, made.model);
  return made;
}

}  // namespace turning_bands
