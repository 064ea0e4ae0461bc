// The paper's kernels, a thread a point, as a runner's projection.
#pragma once

#include "kernels/turning_bands/project.cuh"
#include "variants/turning_bands/ordered_points.cuh"
#include "variants/turning_bands/runner.cuh"

namespace turning_bands {

/// The cells of the part of the mesh that is projected.
template <class Real>
struct cells_of_part {
  cells_of_part(const problem&, const retime::point&) {}
  cells<Real> view(const box& part) const { return {part}; }
};

template <class Real, class Points, int Unroll, bool Blocked>
class cell_projection {
 public:
  static constexpr bool adds = false;

  cell_projection(const problem& problem, const retime::point& tuning)
      : problem_(problem),
        points_(problem, tuning),
        directions_(problem, [&](int f) { return device_directions<Real>(problem, f); }),
        threads_(static_cast<unsigned>(tuning.integer("block"))) {}

  int project(device::stream& queue, const box& part, const device_lines<Real>& lines, int field,
              device::span<Real> values) {
    const auto points = points_.view(part);
    device::launch(queue, kernel(), shape(part), values.subspan(0, count_of(part)), points,
                   line_samples<Real>{bands_of<Real>(problem_), lines.of_field(field)},
                   directions_.of_field(field));
    return 1;
  }
  device::launch_report report(const box& part) const {
    return device::describe(Blocked ? "cell_blocked" : "cell_parallel", kernel(), shape(part));
  }

 private:
  using view = decltype(std::declval<Points>().view(box{}));
  static auto kernel() {
    if constexpr (Blocked)
      return cell_blocked<Real, view, Unroll>;
    else
      return cell_parallel<Real, view, Unroll>;
  }
  std::size_t count_of(const box& part) const {
    return static_cast<std::size_t>(problem_.points.empty() ? part.size.cells() : problem_.size());
  }
  device::launch_shape shape(const box& part) const {
    const auto blocks = static_cast<unsigned>((count_of(part) + threads_ - 1) / threads_);
    return {.grid = dim3(blocks),
            .block = dim3(threads_),
            .shared_bytes = Blocked ? threads_ * sizeof(direction<Real>) : 0};
  }

  const problem& problem_;
  Points points_;
  device_directions_of_fields<direction<Real>> directions_;
  unsigned threads_;
};

/// A runner of the kernel that was compiled for the point's unrolling and precision; `Runner`:
/// band_runner or streamed_runner.
template <template <class> class Points, bool Blocked, template <class, class> class Runner>
runner cell_runs(const problem& problem, const retime::point& tuning) {
  return unroll.dispatch(tuning, [&]<int Unroll>() {
    return retime::with_real(problem.double_precision, [&]<class Real>() -> runner {
      using projection = cell_projection<Real, Points<Real>, Unroll, Blocked>;
      return std::make_unique<Runner<Real, projection>>(problem, tuning);
    });
  });
}

template <template <class> class Points>
runner cell_runs_by_blocking(const problem& problem, const retime::point& tuning) {
  return blocking.dispatch(tuning, [&]<int Blocked>() {
    return cell_runs<Points, Blocked != 0, band_runner>(problem, tuning);
  });
}

}  // namespace turning_bands
