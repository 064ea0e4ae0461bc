// Kernel A: global memory, by either update.
#include "kernels/cahn_hilliard/conserving.cuh"
#include "variants/cahn_hilliard/runner.cuh"

namespace cahn_hilliard::a_global_variant {

/// Fields whose steps end by a pass of `Conserving`, which carries what it rounds off.
template <class Plain, class Conserving>
class conserving_fields : public device_fields<Plain> {
  using plain = device_fields<Plain>;
  using real = typename Plain::real;

 public:
  conserving_fields(const problem& problem, int count, const retime::point& tuning)
      : plain(problem, count, tuning),
        low_(std::move(fields_on_device<real>(problem, 1)[0])),
        last_(plan_of<real>(problem, tuning), plain::fields_) {}

  void reset() {
    plain::reset();
    low_.upload(std::vector<real>(plain::start_.size()));
  }
  void pass(device::stream& queue, double fraction, int in, int base, int out) {
    if (fraction != 1) return plain::pass(queue, fraction, in, base, out);
    last_(queue, plain::whole_, plain::fields_, in, base, out, low_.view());
  }
  device::launch_report report(bool midpoint) const { return last_.report(midpoint); }

 private:
  device_field<real> low_;
  cahn_hilliard::pass<Conserving> last_;
};

template <class Plain, class Conserving>
runner prepare_update(const problem& problem, const retime::point& tuning) {
  if (problem.conserving) return make_runner<conserving_fields<Plain, Conserving>>(problem, tuning);
  return make_runner<device_fields<Plain>>(problem, tuning);
}

runner prepare(const problem& problem, const retime::point& tuning) {
  return retime::with_real(problem.double_precision, [&]<class Real>() {
    if (problem.dim == 3)
      return prepare_update<global_3d<Real>, conserving_3d<Real>>(problem, tuning);
    return cells_per_thread.dispatch(tuning, [&]<int Cells>() {
      return prepare_update<global_2d<Real, Cells>, conserving_2d<Real, Cells>>(problem, tuning);
    });
  });
}

std::vector<retime::tuning_axis> axes() {
  auto axes = device_axes();
  axes.push_back(cells_per_thread.axis());
  return axes;
}

retime::reason invalid(const retime::point& point) {
  const bool several_in_3d = point.integer("dim") == 3 && point.integer(cells_per_thread.name) != 1;
  if (several_in_3d) return "cells_per_thread: 3-D has 1 cell a thread";
  return retime::first_of({retime::invalid_rectangle(point), cells_per_thread.invalid(point)});
}

REGISTER_VARIANT(problem,
                 {.id = "a_global",
                  .paper = {"leist_2009", "Kernel A"},
                  .printed = {{"flow", "copy"}, {"launch", "stream"}, {cells_per_thread.name, 1}},
                  .base = "cpu_serial",
                  .axes = axes(),
                  .invalid = invalid,
                  .memory_bytes = device_bytes,
                  .work = work_of,
                  .prepare = prepare});

}  // namespace cahn_hilliard::a_global_variant
