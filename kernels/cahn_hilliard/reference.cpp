#include "kernels/cahn_hilliard/reference.h"

#include <utility>

#include "kernels/cahn_hilliard/conserving.h"

namespace cahn_hilliard {
namespace {

/// Index of each cell's neighbour along one axis: at(i) for i from -2 to n + 1.
class line {
 public:
  line(int n, boundary edge) {
    cells_.reserve(static_cast<std::size_t>(n) + 4);
    for (int i = -2; i < n + 2; ++i)
      cells_.push_back(static_cast<std::size_t>(neighbour(i, n, edge)));
  }
  std::size_t operator()(int i) const { return cells_[static_cast<std::size_t>(i) + 2]; }

 private:
  std::vector<std::size_t> cells_;
};

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

/// update(cell, cells around it).
template <int Dim, class Real, class Update>
void for_each_cell(const settings& s, const line& at, const std::vector<Real>& in,
                   const Update& update) {
#pragma omp parallel for if (s.worth_sharing())
  for (int row = 0; row < s.rows(); ++row) {
    const int y = row % s.n, z = row / s.n;
    for (int x = 0; x < s.n; ++x) {
      const auto cells = gather<Dim, Real>([&](int dx, int dy, int dz) {
        return in[(at(z + dz) * s.n + at(y + dy)) * s.n + at(x + dx)];
      });
      update(static_cast<std::size_t>(row) * s.n + x, cells);
    }
  }
}

template <int Dim, class Real>
std::vector<Real> integrate(const problem& problem, std::vector<Real> phi) {
  const line at(problem.n, problem.edge);
  const auto half = coefficients_of<Real>(problem, 0.5), whole = coefficients_of<Real>(problem, 1);
  std::vector<Real> other(phi.size()), low(problem.conserving ? phi.size() : 0);
  const auto pass = [&](const coefficients<Real>& p, const auto& in, const auto& base, auto& out) {
    for_each_cell<Dim>(problem, at, in, [&](std::size_t i, const auto& cells) {
      out[i] = base[i] + change(p, cells);
    });
  };
  const auto conserving_pass = [&](const auto& in, const auto& base, auto& out) {
    for_each_cell<Dim>(problem, at, in, [&](std::size_t i, const auto& cells) {
      const auto cell = add_carrying(base[i], low[i], change_by_fluxes(whole, cells));
      out[i] = cell.phi;
      low[i] = cell.low;
    });
  };
  const auto last_pass = [&](const auto& in, const auto& base, auto& out) {
    problem.conserving ? conserving_pass(in, base, out) : pass(whole, in, base, out);
  };
  for (std::int64_t step = 0; step < problem.steps; ++step) {
    if (problem.method == integrator::euler) {
      last_pass(phi, phi, other);
      std::swap(phi, other);
    } else {
      pass(half, phi, phi, other);
      last_pass(other, phi, phi);  // a cell's own base is read before it is written
    }
  }
  return phi;
}

}  // namespace

field reference(const problem& problem) {
  return std::visit(
      [&](const auto& start) -> field {
        return problem.dim == 2 ? integrate<2>(problem, start) : integrate<3>(problem, start);
      },
      problem.start);
}

}  // namespace cahn_hilliard
