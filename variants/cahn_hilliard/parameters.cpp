#include "variants/cahn_hilliard/parameters.h"

#include "variants/kit/with_real.h"

namespace cahn_hilliard {

settings parameters_of(const retime::point& workload) {
  settings s;
  s.n = static_cast<int>(workload.integer("n"));
  s.dim = static_cast<int>(workload.integer("dim"));
  s.steps = workload.integer("steps");
  s.dt = workload.real("dt");
  s.mean = workload.real("mean");
  s.noise = workload.real("noise");
  s.m = workload.real("m");
  s.b = workload.real("b");
  s.u = workload.real("u");
  s.k = workload.real("k");
  s.edge = workload.text("boundary") == "mirror" ? boundary::mirror : boundary::periodic;
  s.method = workload.text("integrator") == "euler" ? integrator::euler : integrator::rk2;
  s.double_precision = retime::is_double(workload);
  s.seed = static_cast<std::uint64_t>(workload.integer("seed"));
  s.initial = workload.text("initial");
  return s;
}

}  // namespace cahn_hilliard
