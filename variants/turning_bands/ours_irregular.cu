// Ours for points in any order: along Morton's curve, parts of lines in shared memory.
#include <algorithm>

#include "kernels/turning_bands/point_tiles.cuh"
#include "variants/turning_bands/ordered_points.cuh"
#include "variants/turning_bands/parameters.h"
#include "variants/turning_bands/runner.cuh"

namespace turning_bands::ours_irregular_variant {

template <class Real>
std::vector<point_box<Real>> boxes_of(const std::vector<place<Real>>& places, std::size_t points) {
  std::vector<point_box<Real>> boxes;
  for (std::size_t first = 0; first < places.size(); first += points) {
    point_box<Real> box{places[first], places[first]};
    for (std::size_t i = first; i < std::min(first + points, places.size()); ++i) {
      const place<Real>& p = places[i];
      box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
      box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
    }
    boxes.push_back(box);
  }
  return boxes;
}

/// Samples that nearly every box's diagonal crosses, but no more than shared memory holds by
/// default. The few boxes at the jumps of Morton's curve are longer: they read the line itself.
template <class Real>
int segment_of(const problem& problem, const std::vector<point_box<Real>>& boxes,
               int lines_at_once) {
  constexpr std::size_t most_bytes = 40 * 1024;
  std::vector<double> diagonals;
  for (const auto& [low, high] : boxes)
    diagonals.push_back(std::hypot(high.x - low.x, high.y - low.y, high.z - low.z));
  const auto rank = 0.95 * static_cast<double>(diagonals.size() - 1);
  const auto nearly_longest = diagonals.begin() + static_cast<std::ptrdiff_t>(rank);
  std::ranges::nth_element(diagonals, nearly_longest);
  const double crossed =
      *nearly_longest * problem.target.resolution * problem.model.compression * 1.01 + 3;
  return static_cast<int>(
      std::min(crossed, static_cast<double>(most_bytes / sizeof(Real) / lines_at_once)));
}

template <class Real, int Points>
class point_tile_projection {
 public:
  static constexpr bool adds = false;

  point_tile_projection(const problem& problem, const retime::point& tuning)
      : problem_(problem),
        points_(problem, true),
        directions_(problem, [&](int f) { return device_directions<Real>(problem, f); }),
        threads_(static_cast<unsigned>(tuning.integer("block"))) {
    const auto boxes = boxes_of(points_.on_host(), static_cast<std::size_t>(threads_) * Points);
    boxes_ = device::buffer<point_box<Real>>(boxes);
    plan_.lines_at_once = static_cast<int>(tuning.integer("lines_at_once"));
    plan_.segment = segment_of(problem, boxes, plan_.lines_at_once);
  }

  int project(device::stream& queue, const box&, const device_lines<Real>& lines, int field,
              device::span<Real> values) {
    device::launch(queue, project_point_tiles<Real, Points>, shape(),
                   values.subspan(0, static_cast<std::size_t>(problem_.size())), points_.view({}),
                   std::as_const(boxes_).view(), plan_,
                   line_samples<Real>{bands_of<Real>(problem_), lines.of_field(field)},
                   directions_.of_field(field));
    return 1;
  }
  device::launch_report report(const box&) const {
    return device::describe("project_point_tiles", project_point_tiles<Real, Points>, shape());
  }

 private:
  device::launch_shape shape() const {
    const std::size_t of_line =
        sizeof(direction<Real>) + sizeof(int2) + plan_.segment * sizeof(Real);
    return {.grid = dim3(static_cast<unsigned>(boxes_.size())),
            .block = dim3(threads_),
            .shared_bytes = plan_.lines_at_once * of_line};
  }

  const problem& problem_;
  ordered_points<Real> points_;
  device_directions_of_fields<direction<Real>> directions_;
  unsigned threads_;
  device::buffer<point_box<Real>> boxes_;
  point_tile_plan plan_;
};

runner prepare(const problem& problem, const retime::point& tuning) {
  return points_per_thread.dispatch(tuning, [&]<int Points>() {
    return retime::with_real(problem.double_precision, [&]<class Real>() -> runner {
      using projection = point_tile_projection<Real, Points>;
      return std::make_unique<band_runner<Real, projection>>(problem, tuning);
    });
  });
}

retime::reason invalid(const retime::point& point) {
  return retime::first_of({invalid_block(point), points_per_thread.invalid(point),
                           retime::outside(point, "lines_at_once", {1, 128})});
}

double memory_bytes_of_tiles(const retime::point& point) {
  const sizes s = sizes_of(point);
  const double of_block = point.real("block") * point.real(points_per_thread.name);
  return memory_with_points(point) + std::ceil(s.points / of_block) * 6 * s.real_bytes;
}

REGISTER_VARIANT(problem, {.id = "ours_irregular",
                           .base = "irregular",
                           .axes = {retime::tuning("block", {64, 128, 256, 512}, 256),
                                    points_per_thread.axis(), lines_at_once_axis()},
                           .invalid = invalid,
                           .memory_bytes = memory_bytes_of_tiles,
                           .work = work_of,
                           .prepare = prepare});

}  // namespace turning_bands::ours_irregular_variant
