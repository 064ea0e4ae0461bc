// The paper's kernels, a thread a point, as a runner's projection.
#pragma once

#include "kernels/turning_bands/project.cuh"
#include "variants/turning_bands/ordered_points.cuh"
#include "variants/turning_bands/runner.cuh"

namespace turning_bands {

/// Cells of the whole mesh.
template <class Real>
class whole_mesh {
 public:
  whole_mesh(const problem& given, const retime::point&) : mesh_(given.mesh) {}
  cells<Real> view() const { return {whole(mesh_)}; }

 private:
  extents mesh_;
};

template <class Real>
line_samples<Real> samples_of(const problem& given, const device_lines<Real>& lines, int field) {
  return {bands_of<Real>(given), lines.of_field(field)};
}

template <class Real, class Points, int Unroll, bool Blocked>
class cell_projection {
 public:
  cell_projection(const problem& given, const retime::point& tuning)
      : given_(given),
        points_(given, tuning),
        directions_(given, [&](int f) { return device_directions<Real>(given, f); }),
        threads_(static_cast<unsigned>(tuning.integer("block"))) {}

  void project(device::stream& queue, const device_lines<Real>& lines,
               device::buffer<Real>& fields) {
    const auto size = static_cast<std::size_t>(given_.size());
    for (int f = 0; f < given_.fields; ++f)
      device::launch(queue, kernel, shape(), fields.view().subspan(f * size, size), points_.view(),
                     samples_of(given_, lines, f), directions_.of_field(f));
  }
  device::launch_report report() const {
    return device::describe(Blocked ? "cell_blocked" : "cell_parallel", kernel, shape());
  }

 private:
  using points = decltype(std::declval<Points>().view());
  static constexpr auto kernel =
      Blocked ? cell_blocked<Real, points, Unroll> : cell_parallel<Real, points, Unroll>;

  device::launch_shape shape() const {
    const auto blocks = static_cast<unsigned>((given_.size() + threads_ - 1) / threads_);
    return {.grid = dim3(blocks),
            .block = dim3(threads_),
            .shared_bytes = Blocked ? threads_ * sizeof(direction<Real>) : 0};
  }

  const problem& given_;
  Points points_;
  device_directions_of_fields<direction<Real>> directions_;
  unsigned threads_;
};

/// Of each point's unrolling and precision the kernel that was compiled for it.
template <template <class> class Points, bool Blocked>
runner cell_runs(const problem& given, const retime::point& tuning) {
  return unroll.dispatch(tuning, [&]<int Unroll>() {
    return retime::with_real(given.double_precision, [&]<class Real>() -> runner {
      using projection = cell_projection<Real, Points<Real>, Unroll, Blocked>;
      return std::make_unique<band_runner<Real, projection>>(given, tuning);
    });
  });
}

template <template <class> class Points>
runner cell_runs_by_blocking(const problem& given, const retime::point& tuning) {
  return blocking.dispatch(
      tuning, [&]<int Blocked>() { return cell_runs<Points, Blocked != 0>(given, tuning); });
}

}  // namespace turning_bands
