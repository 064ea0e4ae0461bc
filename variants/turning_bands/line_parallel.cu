// A thread a line: all lines add to a cell by atomics.
#include "kernels/turning_bands/project.cuh"
#include "variants/turning_bands/cell_projection.cuh"

namespace turning_bands::line_parallel_variant {

template <class Real>
class line_projection {
 public:
  line_projection(const problem& given, const retime::point& tuning)
      : given_(given),
        directions_(given, [&](int f) { return device_directions<Real>(given, f); }),
        threads_(static_cast<unsigned>(tuning.integer("block"))) {}

  void project(device::stream& queue, const device_lines<Real>& lines,
               device::buffer<Real>& fields) {
    fields.fill_bytes(0, queue);
    const auto size = static_cast<std::size_t>(given_.size());
    for (int f = 0; f < given_.fields; ++f)
      device::launch(queue, line_parallel<Real>, shape(), fields.view().subspan(f * size, size),
                     cells<Real>{whole(given_.mesh)}, samples_of(given_, lines, f),
                     directions_.of_field(f));
  }
  device::launch_report report() const {
    return device::describe("line_parallel", line_parallel<Real>, shape());
  }

 private:
  device::launch_shape shape() const {
    return {.grid = dim3((given_.lines + threads_ - 1) / threads_), .block = dim3(threads_)};
  }

  const problem& given_;
  device_directions_of_fields<direction<Real>> directions_;
  unsigned threads_;
};

retime::reason invalid(const retime::point& at) {
  return retime::first_of({not_regular(at), invalid_block(at)});
}

REGISTER_VARIANT(problem, {.id = "line_parallel",
                           .paper = {"hunger_2015", "Line parallelization"},
                           .printed = {},
                           .base = "cpu_cell_parallel",
                           .axes = {block_axis()},
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = band_runs<line_projection>});

}  // namespace turning_bands::line_parallel_variant
