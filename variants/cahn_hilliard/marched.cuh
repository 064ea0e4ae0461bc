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

/// Two fields in turn: a pass reads one and writes the other. `Steps` a pass, and one a pass for
/// what is left.
template <template <class, int> class Pass, class Real, int Cells, int Steps>
class marched_walk {
 public:
  marched_walk(const problem& problem, const retime::point& tuning)
      : problem_(problem),
        start_(std::get<std::vector<Real>>(problem.start)),
        half_(coefficients_of<Real>(problem, 0.5)),
        whole_(coefficients_of<Real>(problem, 1)),
        rows_(static_cast<int>(tuning.integer(rows_axis))),
        overlap_(tuning.text("launch") == "overlap") {
    const lattice shape = lattice_of<Real>(problem.n, problem.edge);
    for (int i = 0; i < 2; ++i) fields_.emplace_back(shape, problem.n);
  }

  void reset() {
    fields_[1].poison();
    fields_[0].upload(start_);
  }

  void advance(device::stream& queue, int first, int last) {
    if (first == 1) place_ = 0;
    int s = first;
    for (; s + Steps - 1 <= last; s += Steps) pass<Steps>(queue);
    for (; s <= last; ++s) pass<1>(queue);
  }

  /// After a run in one go, or in graphs of an even number of passes.
  field collect(int steps) const { return fields_[passes<Steps>(steps) % 2].download(); }
  /// After advance() to that step, in whatever pieces.
  std::map<std::string, double> observe(int) const {
    return named(summarise(problem_, fields_[place_].download()));
  }
  device::launch_report report() const {
    return device::describe("march_2d", kernel<Steps>::instance(problem_.method), shape<Steps>());
  }

 private:
  template <int Taken>
  using kernel = march<Pass, Real, Cells, Taken>;

  template <int Taken>
  device::launch_shape shape() const {
    device::launch_shape made = kernel<Taken>::shape(problem_.method, problem_.n, rows_);
    made.programmatic_launch = overlap_;
    return made;
  }

  template <int Taken>
  void pass(device::stream& queue) {
    device::launch(queue, kernel<Taken>::instance(problem_.method), shape<Taken>(),
                   std::as_const(fields_[place_]).view(), fields_[1 - place_].view(),
                   fields_[0].shape(), rows_, half_, whole_);
    place_ = 1 - place_;
  }

  const problem& problem_;
  const std::vector<Real>& start_;
  coefficients<Real> half_, whole_;
  int rows_;
  bool overlap_;
  std::vector<device_field<Real>> fields_;
  int place_ = 0;  ///< of phi
};

template <template <class, int> class Pass>
std::unique_ptr<retime::runner<field>> prepare_march(const problem& problem,
                                                     const retime::point& tuning) {
  using runner = std::unique_ptr<retime::runner<field>>;
  const retime::captured_run::plan replay{.steps = static_cast<int>(problem.steps),
                                          .part = 64,
                                          .in_graph = retime::in_graph(tuning.text("launch")),
                                          .alike = true};
  return retime::with_real(problem.double_precision, [&]<class Real>() {
    return cells_per_lane.dispatch(tuning, [&]<int Cells>() {
      return steps_per_pass.dispatch(tuning, [&]<int Steps>() -> runner {
        using walk = marched_walk<Pass, Real, Cells, Steps>;
        return std::make_unique<retime::device_runner<field, walk>>(replay, traced(problem),
                                                                    problem, tuning);
      });
    });
  });
}

}  // namespace cahn_hilliard
