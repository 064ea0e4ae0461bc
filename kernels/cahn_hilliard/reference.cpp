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

template <class Real>
void pass_2d(const settings& s, const line& at, const coefficients<Real>& p,
             const std::vector<Real>& in, const std::vector<Real>& base, std::vector<Real>& out) {
  const auto phi = [&](int x, int y) { return in[at(y) * s.n + at(x)]; };
#pragma omp parallel for if (s.worth_sharing())
  for (int y = 0; y < s.n; ++y) {
    for (int x = 0; x < s.n; ++x) {
      const cells_2d<Real> cells{
          phi(x, y),
          {phi(x - 1, y), phi(x + 1, y), phi(x, y - 1), phi(x, y + 1)},
          {phi(x - 1, y - 1), phi(x + 1, y + 1), phi(x + 1, y - 1), phi(x - 1, y + 1)},
          {phi(x - 2, y), phi(x + 2, y), phi(x, y - 2), phi(x, y + 2)}};
      const std::size_t i = static_cast<std::size_t>(y) * s.n + x;
      out[i] = base[i] + change(p, cells);
    }
  }
}

template <class Real>
void pass_3d(const settings& s, const line& at, const coefficients<Real>& p,
             const std::vector<Real>& in, const std::vector<Real>& base, std::vector<Real>& out) {
  const auto phi = [&](int x, int y, int z) { return in[(at(z) * s.n + at(y)) * s.n + at(x)]; };
#pragma omp parallel for collapse(2) if (s.worth_sharing())
  for (int z = 0; z < s.n; ++z) {
    for (int y = 0; y < s.n; ++y) {
      for (int x = 0; x < s.n; ++x) {
        const cells_3d<Real> cells{
            phi(x, y, z),
            {phi(x - 1, y, z), phi(x + 1, y, z), phi(x, y - 1, z), phi(x, y + 1, z),
             phi(x, y, z - 1), phi(x, y, z + 1)},
            {phi(x - 1, y - 1, z), phi(x + 1, y + 1, z), phi(x + 1, y - 1, z), phi(x - 1, y + 1, z),
             phi(x - 1, y, z - 1), phi(x + 1, y, z + 1), phi(x + 1, y, z - 1), phi(x - 1, y, z + 1),
             phi(x, y - 1, z - 1), phi(x, y + 1, z + 1), phi(x, y + 1, z - 1),
             phi(x, y - 1, z + 1)},
            {phi(x - 2, y, z), phi(x + 2, y, z), phi(x, y - 2, z), phi(x, y + 2, z),
             phi(x, y, z - 2), phi(x, y, z + 2)}};
        const std::size_t i = (static_cast<std::size_t>(z) * s.n + y) * s.n + x;
        out[i] = base[i] + change(p, cells);
      }
    }
  }
}

template <class Real>
std::vector<Real> integrate(const problem& problem, std::vector<Real> phi) {
  const line at(problem.n, problem.edge);
  const auto pass = problem.dim == 2 ? pass_2d<Real> : pass_3d<Real>;
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
