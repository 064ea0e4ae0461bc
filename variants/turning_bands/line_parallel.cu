// A thread a line: all lines add to a cell by atomics.
#include "kernels/turning_bands/project.cuh"
#include "variants/turning_bands/runner.cuh"

namespace turning_bands::line_parallel_variant {

template <class Real>
class line_projection {
 public:
  static constexpr bool adds = true;

  line_projection(const problem& problem, const retime::point& tuning)
      : problem_(problem),
        directions_(problem, [&](int f) { return device_directions<Real>(problem, f); }),
        threads_(static_cast<unsigned>(tuning.integer("block"))) {}

  int project(device::stream& queue, const box& part, const device_lines<Real>& lines, int field,
              device::span<Real> values) {
    device::launch(queue, line_parallel<Real>, shape(),
                   values.subspan(0, static_cast<std::size_t>(part.size.cells())),
                   cells<Real>{part},
                   line_samples<Real>{bands_of<Real>(problem_), lines.of_field(field)},
                   directions_.of_field(field));
    return 1;
  }
  device::launch_report report(const box&) const {
    return device::describe("line_parallel", line_parallel<Real>, shape());
  }

 private:
  device::launch_shape shape() const {
    return {.grid = dim3((problem_.lines + threads_ - 1) / threads_), .block = dim3(threads_)};
  }

  const problem& problem_;
  device_directions_of_fields<direction<Real>> directions_;
  unsigned threads_;
};

runner prepare(const problem& problem, const retime::point& tuning) {
  return retime::with_real(problem.double_precision, [&]<class Real>() -> runner {
    return std::make_unique<band_runner<Real, line_projection<Real>>>(problem, tuning);
  });
}

retime::reason invalid(const retime::point& point) {
  return retime::first_of({not_regular(point), invalid_block(point)});
}

REGISTER_VARIANT(problem, {.id = "line_parallel",
                           .paper = {"hunger_2015", "Line parallelization"},
                           .printed = {},
                           .base = "cpu_cell_parallel",
                           .axes = {block_axis()},
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = prepare});

}  // namespace turning_bands::line_parallel_variant
