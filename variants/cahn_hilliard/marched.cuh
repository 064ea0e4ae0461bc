// Runs of the kernel that marches down rows, several steps a pass.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/cahn_hilliard/march_2d.cuh"
#include "variants/cahn_hilliard/field_walk.h"
#include "variants/cahn_hilliard/march_axes.h"
#include "variants/kit/captured_run.h"
#include "variants/kit/with_real.h"

namespace cahn_hilliard {

/// Two fields in turn: a pass reads one and writes the other. A pass takes March::steps steps, and
/// one for what is left of a run.
template <class March>
class marched_walk {
  using real = typename March::real;
  using single = typename March::of_one_step;

 public:
  /// `extent`: rows or planes that a block writes.
  marched_walk(const problem& problem, int extent, bool overlap)
      : problem_(problem),
        start_(std::get<std::vector<real>>(problem.start)),
        half_(coefficients_of<real>(problem, 0.5)),
        whole_(coefficients_of<real>(problem, 1)),
        midpoint_(problem.method == integrator::rk2),
        extent_(extent),
        several_(shape_of<March>(extent, overlap)),
        one_(shape_of<single>(extent, overlap)) {
    const lattice shape = lattice_of<real>(problem.n, problem.edge);
    for (int i = 0; i < 2; ++i) fields_.emplace_back(shape, problem.rows());
    device::max_shared(March::instance(midpoint_), several_.shared_bytes);
    device::max_shared(single::instance(midpoint_), one_.shared_bytes);
  }

  void reset() {
    fields_[1].poison();
    fields_[0].upload(start_);
  }

  void advance(device::stream& queue, int first, int last) {
    if (first == 1) place_ = 0;
    int s = first;
    for (; s + March::steps - 1 <= last; s += March::steps) pass<March>(queue, several_);
    for (; s <= last; ++s) pass<single>(queue, one_);
  }

  /// After a run in one go, or in graphs of an even number of passes.
  field collect(int steps) const { return fields_[passes(steps, March::steps) % 2].download(); }
  /// After advance() to that step, in whatever pieces.
  std::map<std::string, double> observe(int) const {
    return named(summarise(problem_, fields_[place_].download()));
  }
  device::launch_report report() const {
    return device::describe(March::name, March::instance(midpoint_), several_);
  }

 private:
  template <class Kernel>
  device::launch_shape shape_of(int extent, bool overlap) const {
    device::launch_shape made = Kernel::shape(midpoint_, problem_.n, extent);
    made.programmatic_launch = overlap;
    return made;
  }

  template <class Kernel>
  void pass(device::stream& queue, const device::launch_shape& shape) {
    device::launch(queue, Kernel::instance(midpoint_), shape, std::as_const(fields_[place_]).view(),
                   fields_[1 - place_].view(), fields_[0].shape(), extent_, half_, whole_);
    place_ = 1 - place_;
  }

  const problem& problem_;
  const std::vector<real>& start_;
  coefficients<real> half_, whole_;
  bool midpoint_;
  int extent_;
  device::launch_shape several_, one_;
  std::vector<device_field<real>> fields_;
  int place_ = 0;  ///< of phi
};

template <class March>
std::unique_ptr<retime::runner<field>> run_march(const problem& problem,
                                                 const retime::point& tuning,
                                                 const char* extent_axis) {
  const std::string launch = tuning.text("launch");
  const retime::captured_run::plan replay{.steps = static_cast<int>(problem.steps),
                                          .part = 64,
                                          .in_graph = retime::in_graph(launch),
                                          .alike = true};
  return std::make_unique<retime::device_runner<field, marched_walk<March>>>(
      replay, traced(problem), problem, static_cast<int>(tuning.integer(extent_axis)),
      launch == "overlap");
}

template <template <class, int> class Pass>
std::unique_ptr<retime::runner<field>> prepare_march(const problem& problem,
                                                     const retime::point& tuning) {
  return retime::with_real(problem.double_precision, [&]<class Real>() {
    return cells_per_lane.dispatch(tuning, [&]<int Cells>() {
      return steps_per_pass.dispatch(tuning, [&]<int Steps>() {
        return run_march<march_of_rows<Pass, Real, Cells, Steps>>(problem, tuning, rows_axis);
      });
    });
  });
}

}  // namespace cahn_hilliard
