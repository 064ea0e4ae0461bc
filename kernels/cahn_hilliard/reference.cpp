#include "kernels/cahn_hilliard/reference.h"

#include <algorithm>

#include "kernels/cahn_hilliard/conserving.h"

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

/// A copy of a field with two cells more on every side, filled through the boundary: in it all
/// neighbours of a cell lie at fixed distances.
template <int Dim, class Real>
class padded {
 public:
  explicit padded(const settings& s)
      : s_(s), width_(s.n + 2 * border), cells_(static_cast<std::size_t>(width_) * lines()) {}

  void fill(const std::vector<Real>& phi) {
#pragma omp parallel for if (s_.worth_sharing())
    for (int line = 0; line < lines(); ++line) {
      const int y = line % width_ - border, z = Dim == 3 ? line / width_ - border : 0;
      const Real* from = phi.data() + (inside(z) * s_.n + inside(y)) * s_.n;
      Real* to = cells_.data() + static_cast<std::size_t>(line) * width_ + border;
      std::copy_n(from, s_.n, to);
      for (const int x : {-2, -1, s_.n, s_.n + 1}) to[x] = from[inside(x)];
    }
  }

  /// update(cell, cells around it).
  template <class Update>
  void for_each_cell(const Update& update) const {
#pragma omp parallel for if (s_.worth_sharing())
    for (int row = 0; row < s_.rows(); ++row) {
      const std::ptrdiff_t line = width_, plane = line * width_, first = std::ptrdiff_t{row} * s_.n;
      const Real* const start = cells_.data() + (row % s_.n + border) * line + border +
                                (Dim == 3 ? (row / s_.n + border) * plane : 0);
#pragma omp simd
      for (int x = 0; x < s_.n; ++x) {
        update(first + x, gather<Dim, Real>([=](int dx, int dy, int dz) {
                 return start[x + dx + dy * line + dz * plane];
               }));
      }
    }
  }

 private:
  static constexpr int border = 2;
  int lines() const { return Dim == 2 ? width_ : width_ * width_; }
  std::size_t inside(int i) const { return static_cast<std::size_t>(neighbour(i, s_.n, s_.edge)); }

  const settings& s_;
  int width_;
  std::vector<Real> cells_;
};

template <int Dim, class Real>
std::vector<Real> integrate(const problem& problem, std::vector<Real> phi) {
  const auto half = coefficients_of<Real>(problem, 0.5), whole = coefficients_of<Real>(problem, 1);
  padded<Dim, Real> in(problem);
  std::vector<Real> middle(problem.method == integrator::rk2 ? phi.size() : 0);
  std::vector<Real> low(problem.conserving ? phi.size() : 0);
  for (std::int64_t step = 0; step < problem.steps; ++step) {
    in.fill(phi);
    if (problem.method == integrator::rk2) {
      in.for_each_cell([&, from = phi.data(), to = middle.data()](auto i, const auto& cells) {
        to[i] = from[i] + change(half, cells);
      });
      in.fill(middle);
    }
    if (problem.conserving) {
      in.for_each_cell([&, to = phi.data(), lost = low.data()](auto i, const auto& cells) {
        const auto cell = add_carrying(to[i], lost[i], change_by_fluxes(whole, cells));
        to[i] = cell.phi;
        lost[i] = cell.low;
      });
    } else {
      in.for_each_cell(
          [&, to = phi.data()](auto i, const auto& cells) { to[i] += change(whole, cells); });
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
