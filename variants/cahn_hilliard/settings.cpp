#include "variants/cahn_hilliard/settings.h"

namespace cahn_hilliard {

using retime::point;

settings settings_of(const point& at) {
  settings s;
  s.n = static_cast<int>(at.integer("n"));
  s.dim = static_cast<int>(at.integer("dim"));
  s.steps = at.integer("steps");
  s.dt = at.real("dt");
  s.mean = at.real("mean");
  s.noise = at.real("noise");
  s.m = at.real("m");
  s.b = at.real("b");
  s.u = at.real("u");
  s.k = at.real("k");
  s.edge = at.text("boundary") == "mirror" ? boundary::mirror : boundary::periodic;
  s.method = at.text("integrator") == "euler" ? integrator::euler : integrator::rk2;
  s.double_precision = at.text("precision") == "double";
  s.seed = static_cast<std::uint64_t>(at.integer("seed"));
  s.initial = at.text("initial");
  return s;
}

bool copies(const point& at) { return at.text("flow") == "copy"; }

retime::tuning_axis flow_axis() { return retime::tuning("flow", {"copy", "swap"}); }

int fields_held(integrator method, bool copy_flow) {
  return method == integrator::rk2 && copy_flow ? 3 : 2;
}

retime::work work_of(const problem& p, const point& at) {
  const double cell_steps = double(p.cells()) * double(p.steps);
  const double bytes = fields_moved_per_step(p.method, copies(at)) * double(bytes_per_cell(p));
  return {bytes * cell_steps, flops_per_step(p.method, p.dim) * cell_steps, cell_steps,
          "cell step"};
}

}  // namespace cahn_hilliard
