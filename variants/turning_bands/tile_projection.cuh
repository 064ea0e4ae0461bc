// Tiles (kernels/turning_bands/tiles.cuh) as a runner's projection.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/turning_bands/tiles.cuh"
#include "variants/turning_bands/runner.cuh"
#include "variants/turning_bands/tile_axes.h"

namespace turning_bands {

inline std::vector<whole_direction> whole_directions(const problem& given, int field) {
  const auto whole = [bits = given.directions.front().bits](double component) {
    return static_cast<int>(std::lround(std::ldexp(component, bits)));
  };
  std::vector<whole_direction> made;
  for (const position& d : given.directions_of(field))
    made.push_back({whole(d.x), whole(d.y), whole(d.z), 0});
  return made;
}

template <class Real, int Cells>
class tile_projection {
 public:
  tile_projection(const problem& given, const retime::point& tuning)
      : given_(given),
        together_(given.shared_directions && tuning.has(fields_together.name)
                      ? std::min(given.fields, int(tuning.integer(fields_together.name)))
                      : 1),
        plan_(plan_of(given, tuning)),
        block_(static_cast<unsigned>(tuning.integer("block_x")),
               static_cast<unsigned>(tuning.integer("block_y"))),
        directions_(given, [&](int f) { return whole_directions(given, f); }) {
    device::max_shared(kernel<1>(), shared_bytes(1));
    if (together_ == 2) device::max_shared(kernel<2>(), shared_bytes(2));
  }

  void project(device::stream& queue, const device_lines<Real>& lines,
               device::buffer<Real>& fields) {
    const auto size = static_cast<std::size_t>(given_.size());
    for (int f = 0; f < given_.fields;) {
      const int count = std::min(together_, given_.fields - f);
      const auto out = fields.view().subspan(f * size, count * size);
      if (count == 2)
        project<2>(queue, whole(given_.mesh), lines, f, out);
      else
        project<1>(queue, whole(given_.mesh), lines, f, out);
      f += count;
    }
  }

  /// Of one field the part, dense.
  void project_part(device::stream& queue, const box& part, const device_lines<Real>& lines,
                    int field, device::span<Real> out) {
    project<1>(queue, part, lines, field, out);
  }

  device::launch_report report() const { return report_of(whole(given_.mesh)); }
  device::launch_report report_of(const box& part) const {
    return together_ == 2 ? describe<2>(part) : describe<1>(part);
  }

 private:
  template <int Together>
  auto kernel() const {
    return plan_.is_byte() ? project_tiles<Real, Cells, Together, true>
                           : project_tiles<Real, Cells, Together, false>;
  }

  template <int Together>
  void project(device::stream& queue, const box& part, const device_lines<Real>& lines, int field,
               device::span<Real> out) {
    const std::size_t one = std::size_t(given_.lines) * given_.model.length;
    device::launch(queue, kernel<Together>(), shape(part, Together), out, out.size() / Together,
                   part, plan_, bands_of<Real>(given_),
                   lines.view().subspan(field * one, Together * one), one,
                   directions_.of_field(field));
  }
  template <int Together>
  device::launch_report describe(const box& part) const {
    return device::describe("project_tiles", kernel<Together>(), shape(part, Together));
  }

  std::size_t shared_bytes(int together) const {
    const std::size_t samples = std::size_t(plan_.lines_at_once) * plan_.segment * together;
    return samples * sizeof(Real) + plan_.lines_at_once * (sizeof(line_steps) + sizeof(int));
  }
  device::launch_shape shape(const box& part, int together) const {
    const auto tiles = [](int cells, unsigned each) { return (cells + each - 1) / each; };
    return {.grid = dim3(tiles(part.size.z, block_.x), tiles(part.size.y, block_.y),
                         tiles(part.size.x, Cells)),
            .block = block_,
            .shared_bytes = shared_bytes(together)};
  }

  const problem& given_;
  int together_;
  tile_plan plan_;
  dim3 block_;
  device_directions_of_fields<whole_direction> directions_;
};

/// `Runner`: band_runner or streamed_runner.
template <template <class, class> class Runner>
runner tile_runs(const problem& given, const retime::point& tuning) {
  return cells_per_thread.dispatch(tuning, [&]<int Cells>() {
    return retime::with_real(given.double_precision, [&]<class Real>() -> runner {
      return std::make_unique<Runner<Real, tile_projection<Real, Cells>>>(given, tuning);
    });
  });
}

}  // namespace turning_bands
