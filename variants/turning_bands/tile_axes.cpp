#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "variants/turning_bands/axes.h"
#include "variants/turning_bands/parameters.h"

namespace turning_bands {
namespace {

constexpr std::size_t most_shared_bytes = 227 * 1024;  // of a block, compute capability 9.0

/// Samples that the diagonal of a tile crosses, and one at each end.
int segment_of(const retime::point& tuning, double samples_per_cell) {
  const double x = tuning.real(cells_per_thread.name) - 1, y = tuning.real("block_y") - 1,
               z = tuning.real("block_x") - 1;
  return static_cast<int>(std::ceil(std::hypot(x, y, z) * samples_per_cell)) + 2;
}

}  // namespace

std::vector<retime::tuning_axis> tile_axes(const std::vector<retime::tuning_axis>& more) {
  std::vector<retime::tuning_axis> axes{retime::tuning("block_x", {8, 16, 32}, 16),
                                        retime::tuning("block_y", {8, 16, 32}, 8),
                                        cells_per_thread.axis(), lines_at_once_axis()};
  axes.insert(axes.end(), more.begin(), more.end());
  return axes;
}

retime::reason invalid_tile(const retime::point& point) {
  retime::reason shape = retime::first_of(
      {retime::invalid_rectangle(point), retime::outside(point, "lines_at_once", {1, 1024}),
       cells_per_thread.invalid(point),
       point.has(fields_together.name) ? fields_together.invalid(point) : std::nullopt});
  if (shape) return shape;
  const double compressed = point.text("correction") == "compression" ? 1.4 : 1.01;
  const double longest = compressed * point.real("resolution");
  const std::size_t samples = point.integer("lines_at_once") * segment_of(point, longest);
  const std::size_t together =
      point.has(fields_together.name) ? point.integer(fields_together.name) : 1;
  const std::size_t bytes =
      samples * together * static_cast<std::size_t>(sizes_of(point).real_bytes);
  constexpr std::size_t steps_and_starts = 24 * 1024;
  if (bytes + steps_and_starts <= most_shared_bytes) return std::nullopt;
  return fmt::format("lines_at_once={}: {} samples of so many lines do not fit; give fewer",
                     point.integer("lines_at_once"), samples);
}

retime::reason too_many_tiles(const retime::point& point) {
  constexpr std::int64_t most = 65535;
  const extents mesh = sizes_of(point).mesh;
  const auto beyond = [&](const char* edge, int cells, const std::string& axis) -> retime::reason {
    if (cells <= most * point.integer(axis)) return std::nullopt;
    return std::string(edge) + "=" + std::to_string(cells) + ": " + axis + "=" +
           std::to_string(point.integer(axis)) + " takes more than " + std::to_string(most) +
           " blocks; give more";
  };
  return retime::first_of(
      {beyond("nx", mesh.x, cells_per_thread.name), beyond("ny", mesh.y, "block_y")});
}

tile_plan plan_of(const problem& problem, const retime::point& tuning) {
  const auto resolution = static_cast<unsigned>(problem.target.resolution);
  const int bits = problem.directions.front().bits;
  tile_plan plan;
  plan.lines_at_once = static_cast<int>(tuning.integer("lines_at_once"));
  const double length = problem.model.compression * (1 + std::ldexp(2.0, -bits));
  plan.segment = segment_of(tuning, problem.target.resolution * length);
  plan.shift = bits + 1 - std::countr_zero(resolution);
  plan.finer = plan.is_byte() ? tile_plan::bits_below_a_byte - plan.shift : 0;
  plan.origin = std::int64_t{problem.model.length + 1} << (plan.shift - 1);
  return plan;
}

}  // namespace turning_bands
