// Tiles (kernels/turning_bands/tiles.cuh) as a runner's projection.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/turning_bands/tiles.cuh"
#include "variants/turning_bands/runner.cuh"

namespace turning_bands {

inline std::vector<whole_direction> whole_directions(const problem& problem, int field) {
  const auto whole = [bits = problem.directions.front().bits](double component) {
    return static_cast<int>(std::lround(std::ldexp(component, bits)));
  };
  std::vector<whole_direction> made;
  for (const position& d : problem.directions_of(field))
    made.push_back({whole(d.x), whole(d.y), whole(d.z), 0});
  return made;
}

template <class Real, int Cells>
class tile_projection {
 public:
  static constexpr bool adds = false;

  tile_projection(const problem& problem, const retime::point& tuning)
      : problem_(problem),
        together_(
            problem.shared_directions && tuning.has(fields_together.name)
                ? std::min(problem.fields, static_cast<int>(tuning.integer(fields_together.name)))
                : 1),
        plan_(plan_of(problem, tuning)),
        block_(static_cast<unsigned>(tuning.integer("block_x")),
               static_cast<unsigned>(tuning.integer("block_y"))),
        directions_(problem, [&](int f) { return whole_directions(problem, f); }) {
    device::max_shared(kernel<1>(), shared_bytes(1));
    if (together_ == 2) device::max_shared(kernel<2>(), shared_bytes(2));
  }

  int project(device::stream& queue, const box& part, const device_lines<Real>& lines, int field,
              device::span<Real> values) {
    const auto cells = static_cast<std::size_t>(part.size.cells());
    const bool both = together_ == 2 && values.size() >= 2 * cells;
    if (both)
      launch<2>(queue, part, lines, field, values.subspan(0, 2 * cells));
    else
      launch<1>(queue, part, lines, field, values.subspan(0, cells));
    return both ? 2 : 1;
  }
  device::launch_report report(const box& part) const {
    return together_ == 2 ? describe<2>(part) : describe<1>(part);
  }

 private:
  template <int Together>
  auto kernel() const {
    return plan_.is_byte() ? project_tiles<Real, Cells, Together, true>
                           : project_tiles<Real, Cells, Together, false>;
  }

  template <int Together>
  void launch(device::stream& queue, const box& part, const device_lines<Real>& lines, int field,
              device::span<Real> values) {
    const std::size_t of_field = static_cast<std::size_t>(problem_.lines) * problem_.model.length;
    device::launch(queue, kernel<Together>(), shape(part, Together), values,
                   values.size() / Together, part, plan_, bands_of<Real>(problem_),
                   lines.view().subspan(field * of_field, Together * of_field), of_field,
                   directions_.of_field(field));
  }
  template <int Together>
  device::launch_report describe(const box& part) const {
    return device::describe("project_tiles", kernel<Together>(), shape(part, Together));
  }

  std::size_t shared_bytes(int together) const {
    const std::size_t samples =
        static_cast<std::size_t>(plan_.lines_at_once) * plan_.segment * together;
    return samples * sizeof(Real) + plan_.lines_at_once * (sizeof(line_steps) + sizeof(int));
  }
  device::launch_shape shape(const box& part, int together) const {
    const auto tiles = [](int cells, unsigned each) { return (cells + each - 1) / each; };
    return {.grid = dim3(tiles(part.size.z, block_.x), tiles(part.size.y, block_.y),
                         tiles(part.size.x, Cells)),
            .block = block_,
            .shared_bytes = shared_bytes(together)};
  }

  const problem& problem_;
  int together_;
  tile_plan plan_;
  dim3 block_;
  device_directions_of_fields<whole_direction> directions_;
};

/// `Runner`: band_runner or streamed_runner.
template <template <class, class> class Runner>
runner tile_runs(const problem& problem, const retime::point& tuning) {
  return cells_per_thread.dispatch(tuning, [&]<int Cells>() {
    return retime::with_real(problem.double_precision, [&]<class Real>() -> runner {
      return std::make_unique<Runner<Real, tile_projection<Real, Cells>>>(problem, tuning);
    });
  });
}

}  // namespace turning_bands
