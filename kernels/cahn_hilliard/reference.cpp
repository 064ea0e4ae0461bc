#include "kernels/cahn_hilliard/reference.h"

#include <utility>

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

template <int Dim, class Real>
void pass(const settings& s, const line& at, const coefficients<Real>& p,
          const std::vector<Real>& in, const std::vector<Real>& base, std::vector<Real>& out) {
#pragma omp parallel for if (s.worth_sharing())
  for (int row = 0; row < s.rows(); ++row) {
    const int y = row % s.n, z = row / s.n;
    for (int x = 0; x < s.n; ++x) {
      const auto cells = gather<Dim, Real>([&](int dx, int dy, int dz) {
        return in[(at(z + dz) * s.n + at(y + dy)) * s.n + at(x + dx)];
      });
      const std::size_t i = static_cast<std::size_t>(row) * s.n + x;
      out[i] = base[i] + change(p, cells);
    }
  }
}

template <class Real>
std::vector<Real> integrate(const problem& problem, std::vector<Real> phi) {
  const line at(problem.n, problem.edge);
  const auto pass = problem.dim == 2 ? cahn_hilliard::pass<2, Real> : cahn_hilliard::pass<3, Real>;
  const auto half = coefficients_of<Real>(problem, 0.5), whole = coefficients_of<Real>(problem, 1);
  std::vector<Real> other(phi.size());
  for (std::int64_t step = 0; step < problem.steps; ++step) {
    if (problem.method == integrator::euler) {
      pass(problem, at, whole, phi, phi, other);
      std::swap(phi, other);
    } else {
      pass(problem, at, half, phi, phi, other);
      pass(problem, at, whole, other, phi, phi);  // a cell's own base is read before it is written
    }
  }
  return phi;
}

}  // namespace

field reference(const problem& problem) {
  return std::visit([&](const auto& start) -> field { return integrate(problem, start); },
                    problem.start);
}

}  // namespace cahn_hilliard
