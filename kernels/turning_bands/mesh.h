// The points at which a field is wanted: cells of a rectangular mesh, or points in any order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace turning_bands {

/// Cells along x, y and z; z is the fastest in memory.
struct extents {
  int x = 0, y = 0, z = 0;
  constexpr std::int64_t cells() const { return std::int64_t{x} * y * z; }
};

/// In cells, from the centre of the mesh.
struct position {
  double x = 0, y = 0, z = 0;
};

enum class mesh_kind { regular, jittered, random, file };
inline constexpr const char* mesh_names[] = {"regular", "jittered", "random"};  ///< else a file

/// Jittered: the cells' centres in the order of memory, each moved by up to half a cell along each
/// axis. Random: as many points anywhere in the box.
std::vector<position> mesh_points(mesh_kind, const extents&, std::uint64_t seed);

/// The smallest box around the points: its middle, and half of its diagonal, in cells.
struct bounding_box {
  position middle;
  double half_diagonal = 0;
};
bounding_box box_around(const std::vector<position>& points);

}  // namespace turning_bands
