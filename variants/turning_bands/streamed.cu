// The paper's out-of-core program: fragments by the blocked kernel.
#include "variants/turning_bands/cell_projection.cuh"
#include "variants/turning_bands/streamed_runner.cuh"

namespace turning_bands::streamed_variant {

template <class Real, int Unroll>
class fragment_projection {
 public:
  fragment_projection(const problem& given, const retime::point& tuning)
      : given_(given),
        directions_(given, [&](int f) { return device_directions<Real>(given, f); }),
        threads_(static_cast<unsigned>(tuning.integer("block"))) {}

  void project_part(device::stream& queue, const box& part, const device_lines<Real>& lines,
                    int field, device::span<Real> out) {
    device::launch(queue, kernel, shape(part), out, cells<Real>{part},
                   samples_of(given_, lines, field), directions_.of_field(field));
  }
  device::launch_report report_of(const box& part) const {
    return device::describe("cell_blocked", kernel, shape(part));
  }

 private:
  static constexpr auto kernel = cell_blocked<Real, cells<Real>, Unroll>;
  device::launch_shape shape(const box& part) const {
    return {.grid = dim3(static_cast<unsigned>((part.size.cells() + threads_ - 1) / threads_)),
            .block = dim3(threads_),
            .shared_bytes = threads_ * sizeof(direction<Real>)};
  }

  const problem& given_;
  device_directions_of_fields<direction<Real>> directions_;
  unsigned threads_;
};

runner prepare(const problem& given, const retime::point& tuning) {
  return unroll.dispatch(tuning, [&]<int Unroll>() {
    return retime::with_real(given.double_precision, [&]<class Real>() -> runner {
      using projection = fragment_projection<Real, Unroll>;
      return std::make_unique<streamed_runner<Real, projection>>(given, tuning);
    });
  });
}

retime::reason invalid(const retime::point& at) {
  return retime::first_of(
      {not_regular(at), invalid_block(at), unroll.invalid(at), invalid_fragments(at)});
}

REGISTER_VARIANT(problem, {.id = "streamed",
                           .paper = {"hunger_2015", "Out-of-core streaming"},
                           .printed = {{"fragment", 128}},
                           .base = "cell_blocked",
                           .axes = {block_axis(), unroll.axis(), fragment_axis(), in_flight_axis()},
                           .invalid = invalid,
                           .memory_bytes = memory_in_fragments,
                           .work = work_of,
                           .prepare = prepare});

}  // namespace turning_bands::streamed_variant
