#include "kernels/cahn_hilliard/host_pass.h"

#include "kernels/cahn_hilliard/conserving.h"
#include "kernels/support/instruction_sets.h"

namespace cahn_hilliard {
namespace {

/// The rows along x that the stencil of one row reads.
template <class Real>
struct rows_2d {
  const Real *north2, *north, *centre, *south, *south2;
};
template <class Real>
struct rows_3d {
  rows_2d<Real> plane;                                     // z
  const Real *above2, *above_north, *above, *above_south;  // z - 2; z - 1
  const Real *below2, *below_north, *below, *below_south;  // z + 2; z + 1
};

/// The cells around x, whose neighbours along x are ww, w, e and ee.
template <class Real>
inline cells_2d<Real> gather(const rows_2d<Real>& r, int ww, int w, int x, int e, int ee) {
  return {r.centre[x],
          {r.centre[w], r.centre[e], r.north[x], r.south[x]},
          {r.north[w], r.south[e], r.north[e], r.south[w]},
          {r.centre[ww], r.centre[ee], r.north2[x], r.south2[x]}};
}

template <class Real>
inline cells_3d<Real> gather(const rows_3d<Real>& r, int ww, int w, int x, int e, int ee) {
  const rows_2d<Real>& p = r.plane;
  return {p.centre[x],
          {p.centre[w], p.centre[e], p.north[x], p.south[x], r.above[x], r.below[x]},
          {p.north[w], p.south[e], p.north[e], p.south[w], r.above[w], r.below[e], r.above[e],
           r.below[w], r.above_north[x], r.below_south[x], r.above_south[x], r.below_north[x]},
          {p.centre[ww], p.centre[ee], p.north2[x], p.south2[x], r.above2[x], r.below2[x]}};
}

/// update(x, cells around it) along a row: its two first and two last cells look their neighbours
/// up, the others do not.
template <class Rows, class Update>
inline __attribute__((always_inline)) void walk_row(const Rows& rows, int n, boundary edge,
                                                    const Update& update) {
  const auto at_edge = [&](int x) {
    update(x, gather(rows, neighbour(x - 2, n, edge), neighbour(x - 1, n, edge), x,
                     neighbour(x + 1, n, edge), neighbour(x + 2, n, edge)));
  };
  at_edge(0);
  at_edge(1);
#pragma omp simd
  for (int x = 2; x < n - 2; ++x) update(x, gather(rows, x - 2, x - 1, x, x + 1, x + 2));
  at_edge(n - 2);
  at_edge(n - 1);
}

template <class Real, class Rows>
inline __attribute__((always_inline)) void pass_row(const Rows& rows, int n, boundary edge,
                                                    const coefficients<Real>& p, const Real* base,
                                                    pass_output<Real> out) {
  if (out.low == nullptr) {
    walk_row(rows, n, edge,
             [&](int x, const auto& cells) { out.phi[x] = base[x] + change(p, cells); });
  } else {
    walk_row(rows, n, edge, [&](int x, const auto& cells) {
      const auto cell = add_carrying(base[x], out.low[x], change_by_fluxes(p, cells));
      out.phi[x] = cell.phi;
      out.low[x] = cell.low;
    });
  }
}

FOR_EACH_INSTRUCTION_SET void pass_row_wide(const rows_2d<float>& rows, int n, boundary edge,
                                            const coefficients<float>& p, const float* base,
                                            pass_output<float> out) {
  pass_row(rows, n, edge, p, base, out);
}
FOR_EACH_INSTRUCTION_SET void pass_row_wide(const rows_2d<double>& rows, int n, boundary edge,
                                            const coefficients<double>& p, const double* base,
                                            pass_output<double> out) {
  pass_row(rows, n, edge, p, base, out);
}
FOR_EACH_INSTRUCTION_SET void pass_row_wide(const rows_3d<float>& rows, int n, boundary edge,
                                            const coefficients<float>& p, const float* base,
                                            pass_output<float> out) {
  pass_row(rows, n, edge, p, base, out);
}
FOR_EACH_INSTRUCTION_SET void pass_row_wide(const rows_3d<double>& rows, int n, boundary edge,
                                            const coefficients<double>& p, const double* base,
                                            pass_output<double> out) {
  pass_row(rows, n, edge, p, base, out);
}

/// One plane of n x n cells of a field.
template <class Real>
struct plane {
  const Real* cells;
  int n;
  boundary edge;
  const Real* row(int y) const {
    return cells + static_cast<std::size_t>(neighbour(y, n, edge)) * n;
  }
  rows_2d<Real> around(int y) const {
    return {row(y - 2), row(y - 1), row(y), row(y + 1), row(y + 2)};
  }
};

template <class Real>
rows_3d<Real> rows_around(const settings& s, const Real* in, int y, int z) {
  const auto plane_at = [&](int i) {
    return plane<Real>{in + static_cast<std::size_t>(neighbour(i, s.n, s.edge)) * s.n * s.n, s.n,
                       s.edge};
  };
  const auto above = plane_at(z - 1), below = plane_at(z + 1);
  return {plane_at(z).around(y), plane_at(z - 2).row(y), above.row(y - 1),
          above.row(y),          above.row(y + 1),       plane_at(z + 2).row(y),
          below.row(y - 1),      below.row(y),           below.row(y + 1)};
}

}  // namespace

template <class Real>
void host_pass(const settings& s, host_style style, const coefficients<Real>& p, const Real* in,
               const Real* base, pass_output<Real> out) {
  const auto pass = [&](const auto& rows, std::size_t first) {
    const pass_output<Real> row{out.phi + first, out.low ? out.low + first : nullptr};
    if (style == host_style::serial) {
      pass_row(rows, s.n, s.edge, p, base + first, row);
    } else {
      pass_row_wide(rows, s.n, s.edge, p, base + first, row);
    }
  };
#pragma omp parallel for if (style == host_style::parallel && s.worth_sharing())
  for (int row = 0; row < s.rows(); ++row) {
    const std::size_t first = static_cast<std::size_t>(row) * s.n;
    if (s.dim == 2) {
      pass(plane<Real>{in, s.n, s.edge}.around(row), first);
    } else {
      pass(rows_around(s, in, row % s.n, row / s.n), first);
    }
  }
}

template void host_pass(const settings&, host_style, const coefficients<float>&, const float*,
                        const float*, pass_output<float>);
template void host_pass(const settings&, host_style, const coefficients<double>&, const double*,
                        const double*, pass_output<double>);

}  // namespace cahn_hilliard
