// Ours: tiles, whose part of each line is held in shared memory.
#include "variants/turning_bands/parameters.h"
#include "variants/turning_bands/tile_projection.cuh"

namespace turning_bands {
namespace {

std::vector<retime::tuning_axis> axes() {
  auto axes = tile_axes();
  axes.push_back(fields_together.axis());
  return axes;
}

/// A grid has so many blocks along y and z.
retime::reason too_many_tiles(const retime::point& at) {
  constexpr std::int64_t most = 65535;
  const extents mesh = sizes_of(at).mesh;
  const auto beyond = [&](const char* edge, int cells, const std::string& axis) -> retime::reason {
    if (cells <= most * at.integer(axis)) return std::nullopt;
    return std::string(edge) + "=" + std::to_string(cells) + ": " + axis + "=" +
           std::to_string(at.integer(axis)) + " takes more than " + std::to_string(most) +
           " blocks; give more";
  };
  return retime::first_of(
      {beyond("nx", mesh.x, cells_per_thread.name), beyond("ny", mesh.y, "block_y")});
}

retime::reason invalid(const retime::point& at) {
  return retime::first_of({not_regular(at), invalid_tile(at), too_many_tiles(at)});
}

}  // namespace

REGISTER_VARIANT(problem, {.id = "ours",
                           .base = "cell_parallel",
                           .axes = axes(),
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = tile_runs<band_runner>});

}  // namespace turning_bands
