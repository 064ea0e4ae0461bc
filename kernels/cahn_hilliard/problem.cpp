#include "kernels/cahn_hilliard/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/support/bad_input.h"

namespace cahn_hilliard {
namespace {

constexpr int stencil_width = 5;

void require_stencil(const settings& s) {
  if (s.n >= stencil_width) return;
  throw retime::bad_input(fmt::format("n={}: the stencil spans {} cells; give n={} or more", s.n,
                                      stencil_width, stencil_width));
}

void require_stable(const settings& s, double amplitude) {
  const double limit = largest_stable_dt(s, amplitude);
  if (s.dt <= limit) return;
  throw retime::bad_input(
      fmt::format("dt={} is unstable: the fastest mode asks for dt <= {:.4g} at dim={}, m={}, "
                  "k={}, |phi| up to {:.3g}",
                  s.dt, limit, s.dim, s.m, s.k, amplitude));
}

/// Additions and multiplications of a pass per cell, in 2-D and in 3-D.
constexpr double plain_flops[]{44, 66};        // 5 or 7 bulk terms of 4, sums 12 or 26, the rest 12
constexpr double conserving_flops[]{70, 110};  // 5 or 7 potentials of 11 or 13, fluxes 8 or 12, 7
constexpr double potential_flops[]{16, 20};    // mu 9 or 11, what it adds to phi 7 or 9

}  // namespace

double squared_well(const settings& s) { return s.u > 0 && s.b > 0 ? s.b / s.u : 0.0; }

double largest_stable_dt(const settings& s, double amplitude) {
  // lambda(q) = m q (b - 3 u phi^2 - K q) is most negative at the largest q = 4 dim, where a cell
  // and its neighbours alternate, and at the largest phi^2.
  const double q = 4.0 * s.dim;
  const double stiffness =
      3 * s.u * std::max(squared_well(s), amplitude * amplitude) - s.b + s.k * q;
  return 2 / (s.m * q * stiffness);
}

void check(const settings& s) {
  require_stencil(s);
  require_stable(s, largest_initial_magnitude(s));
}

problem make_problem(const settings& s) {
  require_stencil(s);
  problem problem{s, initial_field(s)};
  require_stable(s, largest_magnitude(problem.start));
  return problem;
}

double fields_moved_per_step(const settings& s, bool copy_flow) {
  const double passes = s.method == integrator::rk2 ? 2 + 3 : 2;
  const double copies = s.method == integrator::rk2 ? 2 : 1;
  return passes + (s.conserving ? 2 : 0) + (copy_flow ? 2 * copies : 0);
}

double flops_per_step(const settings& s) {
  const double plain = plain_flops[s.dim - 2];
  const double last = s.conserving ? conserving_flops[s.dim - 2] : plain;
  return s.method == integrator::rk2 ? plain + last : last;
}

double potential_flops_per_step(const settings& s) {
  return (s.method == integrator::rk2 ? 2 : 1) * potential_flops[s.dim - 2];
}

std::size_t bytes_per_cell(const settings& s) {
  return s.double_precision ? sizeof(double) : sizeof(float);
}

}  // namespace cahn_hilliard
