// What the GPU variants share: fields on the device, stepped by the passes of one kernel.
#pragma once

#include <memory>
#include <vector>

#include "kernels/cahn_hilliard/pass.cuh"
#include "variants/cahn_hilliard/field_walk.h"
#include "variants/kit/captured_run.h"
#include "variants/kit/with_real.h"

namespace cahn_hilliard {

template <class Kernel>
class device_fields {
 public:
  using real = typename Kernel::real;

  device_fields(const problem& problem, int count, const retime::point& tuning)
      : start_(std::get<std::vector<real>>(problem.start)),
        half_(coefficients_of<real>(problem, 0.5)),
        whole_(coefficients_of<real>(problem, 1)),
        fields_(made(problem, count)),
        pass_(plan_of(problem, tuning), fields_) {}

  void reset() {
    for (auto& cells : fields_) cells.poison();
    fields_[0].upload(start_);
  }
  void pass(device::stream& queue, double fraction, int in, int base, int out) {
    pass_(queue, fraction == 1 ? whole_ : half_, fields_, in, base, out);
  }
  void copy(device::stream& queue, int from, int to) {
    fields_[to].copy_from(fields_[from], queue);
  }
  field read(int place) const { return fields_[place].download(); }
  device::launch_report report(bool midpoint) const { return pass_.report(midpoint); }

 protected:
  static lattice shape_of(const problem& problem) {
    return lattice_of<real>(problem.n, problem.edge);
  }
  static std::vector<device_field<real>> made(const problem& problem, int count) {
    std::vector<device_field<real>> fields;
    for (int i = 0; i < count; ++i) fields.emplace_back(shape_of(problem), problem.rows());
    return fields;
  }
  static pass_plan plan_of(const problem& problem, const retime::point& tuning) {
    return {shape_of(problem),
            problem.rows() / problem.n,
            {static_cast<unsigned>(tuning.integer("block_x")),
             static_cast<unsigned>(tuning.integer("block_y"))},
            tuning.has(cells_per_thread.name)
                ? static_cast<int>(tuning.integer(cells_per_thread.name))
                : 1};
  }

  const std::vector<real>& start_;
  coefficients<real> half_, whole_;
  std::vector<device_field<real>> fields_;
  cahn_hilliard::pass<Kernel> pass_;
};

using runner = std::unique_ptr<retime::runner<field>>;

/// Graphs of 64 steps, an even number: fields that are exchanged are then back in place.
template <class Fields>
runner make_runner(const problem& problem, const retime::point& tuning) {
  const retime::captured_run::plan replay{.steps = static_cast<int>(problem.steps),
                                          .part = 64,
                                          .in_graph = retime::in_graph(tuning.text("launch")),
                                          .alike = true};
  return std::make_unique<retime::device_runner<field, field_walk<Fields>>>(
      replay, traced(problem), problem, copies(tuning), tuning);
}

template <template <class> class Kernel>
runner prepare_on_device(const problem& problem, const retime::point& tuning) {
  return retime::with_real(problem.double_precision, [&]<class Real>() {
    return make_runner<device_fields<Kernel<Real>>>(problem, tuning);
  });
}

}  // namespace cahn_hilliard
