// Runs of kernel A by either update.
#pragma once

#include "kernels/cahn_hilliard/conserving.cuh"
#include "variants/cahn_hilliard/runner.cuh"

namespace cahn_hilliard {

/// Steps that end by a pass of `Conserving`, which carries what it rounds off.
template <class Kernel, class Conserving>
class conserving_fields : public device_fields<Kernel> {
  using plain = device_fields<Kernel>;

 public:
  using real = typename Kernel::real;

  conserving_fields(const problem& problem, int count, const retime::point& tuning)
      : plain(problem, count, tuning),
        low_(plain::shape_of(problem), problem.rows()),
        last_(plain::plan_of(problem, tuning), plain::fields_) {}

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

template <template <class> class Plain, template <class> class Conserving>
runner prepare_either(const problem& problem, const retime::point& tuning) {
  if (!problem.conserving) return prepare_on_device<Plain>(problem, tuning);
  return retime::with_real(problem.double_precision, [&]<class Real>() {
    return make_runner<conserving_fields<Plain<Real>, Conserving<Real>>>(problem, tuning);
  });
}

}  // namespace cahn_hilliard
