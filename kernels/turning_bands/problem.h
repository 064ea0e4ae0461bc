// One input of the family: points, lines and directions.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/turning_bands/bands.h"
#include "kernels/turning_bands/directions.h"
#include "kernels/turning_bands/field.h"
#include "kernels/turning_bands/line_model.h"
#include "kernels/turning_bands/mesh.h"
#include "kernels/turning_bands/target_spectrum.h"

namespace turning_bands {

struct problem {
  static constexpr const char* family = "turning_bands";
  using answer = field;

  mesh_kind kind = mesh_kind::regular;
  extents mesh;                  ///< of points from a file, the whole cells around them
  std::vector<position> points;  ///< from the middle of the mesh; empty where it is regular
  position middle;               ///< of the mesh, in the coordinates of a file of points
  target wanted;
  line_model model;
  int lines = 0;
  int fields = 1;
  int first_field = 0;  ///< number of the first, of a part of the fields, for the device: lines
                        ///< are numbered through all
  bool shared_directions = false;         ///< all fields have the first one's
  std::vector<direction_set> directions;  ///< a set for each field, or one
  target_spectrum spectrum;
  bool double_precision = true;
  std::uint64_t seed = 1;
  bool projection_only = false;  ///< lines are made before, and not timed
  std::shared_ptr<field> by_fft = std::make_shared<field>();  ///< empty until reference_by_fft()

  std::int64_t size() const {  ///< points of a field
    return points.empty() ? mesh.cells() : static_cast<std::int64_t>(points.size());
  }
  double point_lines() const { return static_cast<double>(size()) * lines * fields; }
  const std::vector<position>& directions_of(int field) const {
    return directions[shared_directions ? 0 : field].lines;
  }
};

template <class Real>
bands<Real> bands_of(const problem& given) {
  return {.lines = given.lines,
          .length = given.model.length,
          .resolution = static_cast<Real>(given.wanted.resolution),
          .middle = static_cast<Real>(given.model.length) / 2 + Real(0.5),
          .scale = static_cast<Real>(1 / std::sqrt(static_cast<double>(given.lines)))};
}

template <class Real>
std::vector<direction<Real>> device_directions(const problem& given, int field) {
  std::vector<direction<Real>> made;
  for (const position& d : given.directions_of(field))
    made.push_back({static_cast<Real>(d.x), static_cast<Real>(d.y), static_cast<Real>(d.z), 0});
  return made;
}

template <class Real>
place<Real> place_of(const problem& given, std::int64_t point) {
  if (given.points.empty()) return centre_of<Real>(whole(given.mesh), point);
  const position& p = given.points[point];
  return {static_cast<Real>(p.x), static_cast<Real>(p.y), static_cast<Real>(p.z)};
}

template <class Real>
std::vector<place<Real>> places_of(const problem& given) {
  std::vector<place<Real>> made(given.size());
  for (std::size_t i = 0; i < made.size(); ++i)
    made[i] = place_of<Real>(given, static_cast<std::int64_t>(i));
  return made;
}

}  // namespace turning_bands
