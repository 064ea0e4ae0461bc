#include "kernels/cahn_hilliard/reference.h"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/cahn_hilliard/conserving.h"
#include "kernels/cahn_hilliard/potential_form.h"
#include "kernels/support/instruction_sets.h"
#include "kernels/support/zeros.h"

namespace cahn_hilliard {
namespace {

/// The cells around one: at(dx, dy, dz) reads the one so far along each axis.
template <int Dim, class Real, class At>
constexpr auto gather(const At& at) {
  if constexpr (Dim == 2) {
    return cells_2d<Real>{at(0, 0, 0),
                          {at(-1, 0, 0), at(1, 0, 0), at(0, -1, 0), at(0, 1, 0)},
                          {at(-1, -1, 0), at(1, 1, 0), at(1, -1, 0), at(-1, 1, 0)},
                          {at(-2, 0, 0), at(2, 0, 0), at(0, -2, 0), at(0, 2, 0)}};
  } else {
    return cells_3d<Real>{
        at(0, 0, 0),
        {at(-1, 0, 0), at(1, 0, 0), at(0, -1, 0), at(0, 1, 0), at(0, 0, -1), at(0, 0, 1)},
        {at(-1, -1, 0), at(1, 1, 0), at(1, -1, 0), at(-1, 1, 0), at(-1, 0, -1), at(1, 0, 1),
         at(1, 0, -1), at(-1, 0, 1), at(0, -1, -1), at(0, 1, 1), at(0, 1, -1), at(0, -1, 1)},
        {at(-2, 0, 0), at(2, 0, 0), at(0, -2, 0), at(0, 2, 0), at(0, 0, -2), at(0, 0, 2)}};
  }
}

/// What a pass reads and writes of one row of n cells, each from its cell x = 0 on; the next row
/// and plane lie `line` and `plane` on.
template <class Real>
struct row_pass {
  int n;
  std::ptrdiff_t line, plane;
  const Real *in, *base;
  Real *to, *low;  ///< low is null unless the update is conserving
  bool by_potential;
};

/// update(x, cells around it) along the row.
template <int Dim, class Real, class Update>
inline __attribute__((always_inline)) void walk_row(const row_pass<Real>& pass,
                                                    const Update& update) {
  const Real* const row = pass.in;
  const std::ptrdiff_t line = pass.line, plane = pass.plane;
#pragma omp simd
  for (int x = 0; x < pass.n; ++x) {
    update(x, gather<Dim, Real>(
                  [=](int dx, int dy, int dz) { return row[x + dx + dy * line + dz * plane]; }));
  }
}

template <int Dim, class Real>
inline __attribute__((always_inline)) void pass_row(const coefficients<Real>& p,
                                                    const row_pass<Real>& row) {
  const Real* const base = row.base;
  Real *const to = row.to, *const low = row.low;
  if (row.by_potential) {
    walk_row<Dim>(row, [=, &p](int x, const auto& cells) { to[x] = stepped(p, base[x], cells); });
  } else if (low == nullptr) {
    walk_row<Dim>(row, [=, &p](int x, const auto& cells) { to[x] = base[x] + change(p, cells); });
  } else {
    walk_row<Dim>(row, [=, &p](int x, const auto& cells) {
      const auto cell = add_carrying(base[x], low[x], change_by_fluxes(p, cells));
      to[x] = cell.phi;
      low[x] = cell.low;
    });
  }
}

FOR_EACH_INSTRUCTION_SET void pass_row_wide(int dim, const coefficients<float>& p,
                                            const row_pass<float>& row) {
  dim == 2 ? pass_row<2>(p, row) : pass_row<3>(p, row);
}
FOR_EACH_INSTRUCTION_SET void pass_row_wide(int dim, const coefficients<double>& p,
                                            const row_pass<double>& row) {
  dim == 2 ? pass_row<2>(p, row) : pass_row<3>(p, row);
}

/// A field with two cells more on every side, which repeat others through the boundary: in it all
/// neighbours of a cell lie at fixed distances.
template <class Real>
class padded {
 public:
  explicit padded(const settings& s)
      : s_(&s),
        line_(s.n + 2 * border),
        plane_(s.dim == 3 ? line_ * line_ : 0),
        cells_(
            retime::zeros<Real>(static_cast<std::size_t>(line_ * (s.dim == 3 ? plane_ : line_)))) {}

  std::ptrdiff_t line() const { return line_; }    ///< from one row to the next
  std::ptrdiff_t plane() const { return plane_; }  ///< from one plane to the next

  /// Cell x = 0 of row y + n z.
  Real* row(int i) { return cell(i % s_->n, i / s_->n); }
  const Real* row(int i) const { return cell(i % s_->n, i / s_->n); }

  /// Copies inner cells to the outer ones that repeat them.
  void close() {
#pragma omp parallel for if (s_->worth_sharing())
    for (int i = 0; i < s_->rows(); ++i) {
      for (const int x : outside()) row(i)[x] = row(i)[inside(x)];
    }
    for (int z = 0; z < s_->rows() / s_->n; ++z) {
      for (const int y : outside()) {
        std::copy_n(cell(inside(y), z) - border, line_, cell(y, z) - border);
      }
    }
    if (s_->dim == 2) return;
    for (const int z : outside()) {
      std::copy_n(cell(-border, inside(z)) - border, plane_, cell(-border, z) - border);
    }
  }

 private:
  static constexpr int border = 2;
  std::array<int, 4> outside() const { return {-2, -1, s_->n, s_->n + 1}; }
  int inside(int i) const { return neighbour(i, s_->n, s_->edge); }
  std::ptrdiff_t offset(int y, int z) const {
    return border + (y + border) * line_ + (s_->dim == 3 ? z + border : 0) * plane_;
  }
  Real* cell(int y, int z) { return cells_.data() + offset(y, z); }
  const Real* cell(int y, int z) const { return cells_.data() + offset(y, z); }

  const settings* s_;
  std::ptrdiff_t line_, plane_;
  std::vector<Real> cells_;
};

/// to = base + the change by `in`. `base` may be `in` or `to`, which are two.
template <class Real>
void pass(const settings& s, const coefficients<Real>& p, const padded<Real>& in,
          const padded<Real>& base, padded<Real>& to, Real* low) {
#pragma omp parallel for if (s.worth_sharing())
  for (int row = 0; row < s.rows(); ++row) {
    pass_row_wide(
        s.dim, p,
        {s.n, in.line(), in.plane(), in.row(row), base.row(row), to.row(row),
         low == nullptr ? nullptr : low + static_cast<std::size_t>(row) * s.n, s.by_potential});
  }
  to.close();
}

template <class Real>
std::vector<Real> integrate(const problem& problem, const std::vector<Real>& start) {
  const auto half = coefficients_of<Real>(problem, 0.5), whole = coefficients_of<Real>(problem, 1);
  const std::size_t n = problem.n;
  padded<Real> now(problem), other(problem);
  std::vector<Real> low(problem.conserving ? start.size() : 0);
  Real* const lost = problem.conserving ? low.data() : nullptr;
#pragma omp parallel for if (problem.worth_sharing())
  for (int row = 0; row < problem.rows(); ++row) {
    std::copy_n(start.data() + row * n, n, now.row(row));
  }
  now.close();
  for (std::int64_t step = 0; step < problem.steps; ++step) {
    if (problem.method == integrator::rk2) {
      pass<Real>(problem, half, now, now, other, nullptr);
      pass(problem, whole, other, now, now, lost);
    } else {
      pass(problem, whole, now, now, other, lost);
      std::swap(now, other);
    }
  }
  auto phi = retime::zeros<Real>(start.size());
#pragma omp parallel for if (problem.worth_sharing())
  for (int row = 0; row < problem.rows(); ++row) {
    std::copy_n(now.row(row), n, phi.data() + row * n);
  }
  return phi;
}

}  // namespace

field reference(const problem& problem) {
  return std::visit([&](const auto& start) -> field { return integrate(problem, start); },
                    problem.start);
}

}  // namespace cahn_hilliard
