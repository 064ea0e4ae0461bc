// A field is a sum over lines: each point reads every line at its projection onto the line's
// direction (Hunger et al. 2015, Alg. 1). Host and device share the arithmetic of that projection,
// so that all variants read the same samples. constexpr, so that nvcc lets a kernel call it.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/turning_bands/mesh.h"

namespace turning_bands {

/// Unit vector of a line, times the compression of its elements; the paper's double4.
template <class Real>
struct alignas(4 * sizeof(Real)) direction {
  Real x, y, z, unused;
};

/// What all lines of a workload have in common.
template <class Real>
struct bands {
  int lines = 0;
  int length = 0;       ///< samples of a line
  Real resolution = 1;  ///< samples a cell
  Real middle = 0;      ///< length/2 + 1/2: the origin of the mesh, and what makes floor() round
  Real scale = 0;       ///< 1/sqrt(lines)
};

/// Alg. 1, lines 6 and 7: the sample of a line next to a point, halves up. Of a cell the sum is
/// exact (directions.h), so its order and a contraction do not matter; of any other point they do.
template <class Real>
constexpr int sample_at(Real x, Real y, Real z, const direction<Real>& line,
                        const bands<Real>& all) {
  const Real along = -(x * line.x + y * line.y + z * line.z);
  return static_cast<int>(std::floor(along * all.resolution + all.middle));
}

/// A part of a mesh: `size` cells from the cell (x, y, z) on.
struct box {
  extents mesh;
  int x = 0, y = 0, z = 0;
  extents size;
};

inline box whole(const extents& mesh) { return {.mesh = mesh, .size = mesh}; }

template <class Real>
struct place {
  Real x, y, z;
};

/// The numbers of the points along Morton's curve through a cube around them, an order in which
/// neighbours in memory are neighbours in space. float or double.
template <class Real>
std::vector<unsigned> morton_order(const std::vector<place<Real>>& points);

/// Where a cell of the mesh has its centre, in cells from the middle: whole or half numbers.
template <class Real>
constexpr place<Real> cell_centre(const extents& mesh, int x, int y, int z) {
  constexpr Real half = Real(0.5);
  return {static_cast<Real>(x) - half * static_cast<Real>(mesh.x - 1),
          static_cast<Real>(y) - half * static_cast<Real>(mesh.y - 1),
          static_cast<Real>(z) - half * static_cast<Real>(mesh.z - 1)};
}

/// Listing 1, lines 7 to 9, put right: x is slowest, and ids have 64 bits.
template <class Real>
constexpr place<Real> centre_of(const box& part, std::int64_t id) {
  const std::int64_t plane = std::int64_t{part.size.y} * part.size.z;
  const std::int64_t x = id / plane, within = id - x * plane;
  const std::int64_t y = within / part.size.z;
  return cell_centre<Real>(part.mesh, part.x + static_cast<int>(x), part.y + static_cast<int>(y),
                           part.z + static_cast<int>(within - y * part.size.z));
}

}  // namespace turning_bands
