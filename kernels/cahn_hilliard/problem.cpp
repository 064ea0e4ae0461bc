#include "kernels/cahn_hilliard/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/cahn_hilliard/initial.h"
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

/// Of a pass, per cell.
double plain_flops(int dim) {
  const double near = 2 * dim, diagonal = dim == 2 ? 4 : 12;
  const double bulk = 4 * (near + 1);
  const double sums = 2 * (near - 1) + (diagonal - 1) + (near - 1);  // bulk and near, diagonal, far
  const double rest = 2 + 6 + 3 + 1;  // laplacian, biharmonic, change, added to the base
  return bulk + sums + rest;
}

double conserving_flops(int dim) {
  const double near = 2 * dim;
  const double potential = 4 + (near - 1) + 2 + 2;  // bulk, sum, laplacian, the two together
  const double change = near + (near - 1) + 1;
  const double add_carrying = 7;
  return (near + 1) * potential + change + add_carrying;
}

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
  problem made{s, initial_field(s)};
  require_stable(s, largest_magnitude(made.start));
  return made;
}

double fields_moved_per_step(const settings& s, bool copy_flow) {
  const double passes = s.method == integrator::rk2 ? 2 + 3 : 2;
  const double copies = s.method == integrator::rk2 ? 2 : 1;
  return passes + (s.conserving ? 2 : 0) + (copy_flow ? 2 * copies : 0);
}

double flops_per_step(const settings& s) {
  const double plain = plain_flops(s.dim), last = s.conserving ? conserving_flops(s.dim) : plain;
  return s.method == integrator::rk2 ? plain + last : last;
}

double potential_flops_per_step(const settings& s) {
  const double sum = 2 * s.dim - 1;
  const double potential = sum + 1 + 2 + 1 + 2;  // square, and two multiply-adds about a product
  const double update = sum + 2 + 2;             // two multiply-adds
  return (s.method == integrator::rk2 ? 2 : 1) * (potential + update);
}

std::size_t bytes_per_cell(const settings& s) {
  return s.double_precision ? sizeof(double) : sizeof(float);
}

}  // namespace cahn_hilliard
