// One input of the family: points, lines and directions; and the answer to it.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "kernels/turning_bands/bands.h"
#include "kernels/turning_bands/directions.h"
#include "kernels/turning_bands/line_model.h"
#include "kernels/turning_bands/mesh.h"
#include "kernels/turning_bands/target_spectrum.h"

namespace turning_bands {

enum class method { lines, fft };

/// The answer: fields one after the other, in each the points in the order of the mesh.
struct field {
  std::variant<std::vector<float>, std::vector<double>> values;
  method by = method::lines;

  std::size_t size() const {
    return std::visit([](const auto& all) { return all.size(); }, values);
  }
  double at(std::size_t i) const {
    return std::visit([i](const auto& all) { return static_cast<double>(all[i]); }, values);
  }
};

struct problem {
  static constexpr const char* family = "turning_bands";
  using answer = field;

  mesh_kind kind = mesh_kind::regular;
  extents mesh;                  ///< of points from a file, the whole cells around them
  std::vector<position> points;  ///< from the middle of the mesh; empty where it is regular
  position middle;               ///< of the mesh, in the coordinates of a file of points
  turning_bands::target target;
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
bands<Real> bands_of(const problem& problem) {
  return {.lines = problem.lines,
          .length = problem.model.length,
          .resolution = static_cast<Real>(problem.target.resolution),
          .middle = static_cast<Real>(problem.model.length) / 2 + Real(0.5),
          .scale = static_cast<Real>(1 / std::sqrt(static_cast<double>(problem.lines)))};
}

template <class Real>
std::vector<direction<Real>> device_directions(const problem& problem, int field) {
  std::vector<direction<Real>> made;
  for (const position& d : problem.directions_of(field))
    made.push_back({static_cast<Real>(d.x), static_cast<Real>(d.y), static_cast<Real>(d.z), 0});
  return made;
}

template <class Real>
place<Real> place_of(const problem& problem, std::int64_t point) {
  if (problem.points.empty()) return centre_of<Real>(whole(problem.mesh), point);
  const position& p = problem.points[point];
  return {static_cast<Real>(p.x), static_cast<Real>(p.y), static_cast<Real>(p.z)};
}

template <class Real>
std::vector<place<Real>> places_of(const problem& problem) {
  std::vector<place<Real>> made(problem.size());
  for (std::size_t i = 0; i < made.size(); ++i)
    made[i] = place_of<Real>(problem, static_cast<std::int64_t>(i));
  return made;
}

}  // namespace turning_bands
