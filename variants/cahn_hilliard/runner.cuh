// What the GPU variants share: fields on the device, and the runs that step them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/cahn_hilliard/pass.cuh"
#include "variants/cahn_hilliard/field_walk.h"
#include "variants/kit/captured_run.h"
#include "variants/kit/with_real.h"

namespace cahn_hilliard {

template <class Real>
std::vector<device_field<Real>> fields_on_device(const problem& problem, int count) {
  std::vector<device_field<Real>> fields;
  for (int i = 0; i < count; ++i)
    fields.emplace_back(lattice_of<Real>(problem.n, problem.edge), problem.rows());
  return fields;
}

template <class Real>
pass_plan plan_of(const problem& problem, const retime::point& tuning) {
  return {lattice_of<Real>(problem.n, problem.edge),
          problem.rows() / problem.n,
          {static_cast<unsigned>(tuning.integer("block_x")),
           static_cast<unsigned>(tuning.integer("block_y"))},
          tuning.has(cells_per_thread.name)
              ? static_cast<int>(tuning.integer(cells_per_thread.name))
              : 1,
          tuning.has("border") && branches(tuning)};
}

/// Fields that the passes of one kernel step.
template <class Kernel>
class device_fields {
 public:
  using real = typename Kernel::real;

  device_fields(const problem& problem, int count, const retime::point& tuning)
      : start_(std::get<std::vector<real>>(problem.start)),
        half_(coefficients_of<real>(problem, 0.5)),
        whole_(coefficients_of<real>(problem, 1)),
        fields_(fields_on_device<real>(problem, count)),
        pass_(plan_of<real>(problem, tuning), fields_) {}

  void reset() {
    for (auto& cells : fields_) cells.poison();
    fields_[0].upload(start_);
  }
  void pass(device::stream& queue, double fraction, int in, int base, int out) {
    pass_(queue, fraction == 1 ? whole_ : half_, fields_, in, base, out);
  }
  void copy(device::stream& queue, int source, int target) {
    fields_[target].copy_from(fields_[source], queue);
  }
  field read(int place) const { return fields_[place].download(); }
  device::launch_report report(bool midpoint) const { return pass_.report(midpoint); }

 protected:
  const std::vector<real>& start_;
  coefficients<real> half_, whole_;
  std::vector<device_field<real>> fields_;
  cahn_hilliard::pass<Kernel> pass_;
};

/// Two fields, of which a launch of whole steps reads one and writes the other: what variants of
/// ours hold.
template <class Real>
class fields_in_turn {
 public:
  explicit fields_in_turn(const problem& problem)
      : problem_(problem),
        half_(coefficients_of<Real>(problem, 0.5)),
        whole_(coefficients_of<Real>(problem, 1)),
        midpoint_(problem.method == integrator::rk2),
        fields_(fields_on_device<Real>(problem, 2)) {}

  void reset() {
    fields_[1].poison();
    fields_[0].upload(std::get<std::vector<Real>>(problem_.start));
  }
  /// After steps that were launched from here, in whatever pieces.
  std::map<std::string, double> observe(int) const {
    return named(summarise(problem_, fields_[place_].download()));
  }

 protected:
  template <class Kernel, class... Own>
  void launch(device::stream& queue, Kernel kernel, const device::launch_shape& shape, Own... own) {
    device::launch(queue, kernel, shape, std::as_const(fields_[place_]).view(),
                   fields_[1 - place_].view(), own..., half_, whole_);
    place_ = 1 - place_;
  }

  const problem& problem_;
  coefficients<Real> half_, whole_;
  bool midpoint_;
  std::vector<device_field<Real>> fields_;
  int place_ = 0;  ///< of phi
};

/// Graphs of 64 steps, an even number: fields that are exchanged are then back in place.
inline retime::captured_run::plan replay_of(const problem& problem, const retime::point& tuning) {
  return {.steps = static_cast<int>(problem.steps),
          .part = 64,
          .in_graph = retime::in_graph(tuning.text("launch")),
          .alike = true};
}

template <class Fields>
runner make_runner(const problem& problem, const retime::point& tuning) {
  return std::make_unique<retime::device_runner<field, field_walk<Fields>>>(
      replay_of(problem, tuning), traced(problem), problem, copies(tuning), tuning);
}

template <template <class> class Kernel>
runner prepare_on_device(const problem& problem, const retime::point& tuning) {
  return retime::with_real(problem.double_precision, [&]<class Real>() {
    return make_runner<device_fields<Kernel<Real>>>(problem, tuning);
  });
}

}  // namespace cahn_hilliard
