// The passes and copies of a step (Leist et al. 2009, Figs 2 and 3), on a device or on the host.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "kernels/cahn_hilliard/observables.h"
#include "variants/cahn_hilliard/axes.h"
#include "variants/kit/trace_at.h"

namespace cahn_hilliard {

using runner = std::unique_ptr<retime::runner<field>>;

/// `Fields` holds fields 0, 1 (, 2) and has reset(), which poisons all but field 0, the start;
/// pass(stream, fraction of the step, in, base, out); copy(stream, source, target); read(field).
template <class Fields>
class field_walk {
 public:
  template <class... Arguments>
  field_walk(const problem& problem, bool copy_flow, Arguments&&... arguments)
      : problem_(problem),
        copy_flow_(copy_flow),
        fields_(problem, fields_held(problem.method, copy_flow),
                std::forward<Arguments>(arguments)...) {}

  void reset() { fields_.reset(); }

  void step(device::stream& queue, int s) {
    if (problem_.method == integrator::euler) {
      const int phi = place_after(s - 1), next = 1 - phi;
      fields_.pass(queue, 1, phi, phi, next);
      if (copy_flow_) fields_.copy(queue, next, phi);
    } else if (copy_flow_) {
      fields_.pass(queue, 0.5, 0, 0, 2);
      fields_.copy(queue, 2, 1);
      fields_.pass(queue, 1, 1, 0, 2);
      fields_.copy(queue, 2, 0);
    } else {
      fields_.pass(queue, 0.5, 0, 0, 1);
      fields_.pass(queue, 1, 1, 0, 0);
    }
  }

  field collect(int steps) const { return fields_.read(place_after(steps)); }
  std::map<std::string, double> observe(int steps) const {
    return named(summarise(problem_, collect(steps)));
  }
  auto report() const requires requires(const Fields& fields) { fields.report(true); }
  { return fields_.report(problem_.method == integrator::rk2); }

 private:
  /// Only Euler without copies leaves the field in another place than it found it.
  int place_after(int steps) const {
    return problem_.method == integrator::euler && !copy_flow_ ? steps % 2 : 0;
  }

  const problem& problem_;
  bool copy_flow_;
  Fields fields_;
};

/// Eight times a decade from step 10 on, over time. A run of less than 100 steps is there to be
/// timed, and its series would say nothing.
inline retime::trace_plan traced(const problem& problem) {
  const int steps = static_cast<int>(problem.steps);
  if (steps < 100) return {};
  return {.steps = retime::log_spaced(10, steps), .x_name = "time", .unit = problem.dt};
}

}  // namespace cahn_hilliard
