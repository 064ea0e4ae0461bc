// What a run of the Cahn-Hilliard family computes: parameters, initial field, and what a step
// costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "kernels/cahn_hilliard/stencil.h"

namespace cahn_hilliard {

/// Concentrations phi, row-major, n cells along each of `dim` axes, x fastest.
using field = std::variant<std::vector<float>, std::vector<double>>;

/// The knobs of a run. The paper gives no value of m, b, u, K, dt or the noise; the defaults are
/// ours.
struct settings {
  int n = 256;  ///< cells along an edge
  int dim = 2;  ///< 2 or 3
  std::int64_t steps = 20;
  double dt = 0.01;
  double mean = 0;     ///< mean concentration; 0 is the paper's 50/50, -0.5 its 25/75
  double noise = 0.1;  ///< phi = mean + U(-noise, noise)
  double m = 1, b = 1, u = 1, k = 1;
  boundary edge = boundary::periodic;
  integrator method = integrator::rk2;
  bool conserving = false;    ///< each step ends by the update of conserving.h
  bool by_potential = false;  ///< passes add in the order of potential_form.h, not of stencil.h
  bool double_precision = false;
  std::uint64_t seed = 1;
  std::string initial = "noise";  ///< or mode=KX:KY[:KZ]:AMPLITUDE, or a .npy file

  /// Lines of n cells along x, row y + n z.
  int rows() const { return dim == 2 ? n : n * n; }
  std::size_t cells() const { return static_cast<std::size_t>(rows()) * n; }
  /// Whether loops on the host are shared among cores: waking them takes as long as a few thousand
  /// cells.
  bool worth_sharing() const { return cells() >= 4096; }
};

struct problem : settings {
  using answer = field;
  static constexpr const char* family = "cahn_hilliard";
  field start;
};

/// `noise`: mean + U(-noise, noise), a function of seed and cell alone.
/// `mode=KX:KY[:KZ]:AMPLITUDE`: mean plus one eigenmode of the lattice Laplacian, a plane wave
/// cos(2 pi (KX x + KY y)/n) where the boundary is periodic, a product of cos(pi KX (x + 1/2)/n)
/// where it is a mirror. Anything else names a .npy file of n x n (x n) numbers. Computed in
/// double, then rounded. Throws retime::bad_input as make_problem().
field initial_field(const settings&);

/// max |phi|.
double largest_magnitude(const field&);

/// A bound of max |phi| of the initial field, which is made only if it comes from a file. Throws as
/// initial_field().
double largest_initial_magnitude(const settings&);

/// phi^2 of the two phases, b/u; 0 where the bulk term has no wells.
double squared_well(const settings&);

/// Largest dt at which no Fourier mode of a field with |phi| <= amplitude is amplified by the
/// integrator rather than by the physics: |lambda| dt <= 2 on the negative real axis, for Euler as
/// for RK2, at the mode whose sign changes from cell to cell. Wells at phi^2 = b/u count as
/// reached.
double largest_stable_dt(const settings&, double amplitude);

/// What make_problem() would refuse, without making a field but from a file. retime::bad_input,
/// one line: n below the stencil's 5 cells, a malformed `initial`, a file that cannot be read, has
/// another shape or holds a value that is not finite, or a dt beyond largest_stable_dt().
void check(const settings&);

/// The initial field and everything else a run needs, the same on every machine. Throws as check().
problem make_problem(const settings&);

/// Parameters of a pass as the kernels take them; `fraction` is 1/2 for the first pass of RK2,
/// else 1.
template <class Real>
coefficients<Real> coefficients_of(const settings& s, double fraction) {
  return {static_cast<Real>(s.b), static_cast<Real>(s.u), static_cast<Real>(s.k),
          static_cast<Real>(s.m * s.dt * fraction)};
}

/// Fields read and written per cell and step: a pass reads its input and writes its output, the
/// second pass of RK2 also reads the base, a conserving update reads and writes what it carries,
/// and each copy of the paper's flow (Figs 2 and 3) reads one field and writes one.
double fields_moved_per_step(const settings&, bool copy_flow);

/// Additions and multiplications per cell and step: as stencil.h and conserving.h write them, and
/// as potential_form.h does, where mu is worked out once a cell.
double flops_per_step(const settings&);
double potential_flops_per_step(const settings&);

std::size_t bytes_per_cell(const settings&);

}  // namespace cahn_hilliard
