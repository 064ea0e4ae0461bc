#include "kernels/cahn_hilliard/host_pass.h"

#include <array>
#include <cstdlib>

// A function compiled for several instruction sets, the best of which is chosen when the program
// starts. Contraction is off, so all of them round alike.
#if defined(__x86_64__)
#define FOR_EACH_INSTRUCTION_SET __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FOR_EACH_INSTRUCTION_SET
#endif

namespace cahn_hilliard {
namespace {

/// The rows along x that the stencil of row (y, z) reads: [dz + 2][dy + 2].
template <class Real>
using rows = std::array<std::array<const Real*, 5>, 5>;

template <class Real>
rows<Real> rows_around(const settings& s, const Real* in, int y, int z) {
  rows<Real> around;
  const int reach = s.dim == 3 ? 2 : 0;
  for (int dz = -reach; dz <= reach; ++dz) {
    const auto plane = static_cast<std::size_t>(neighbour(z + dz, s.n, s.edge)) * s.n;
    for (int dy = std::abs(dz) - 2; dy <= 2 - std::abs(dz); ++dy)
      around[dz + 2][dy + 2] = in + (plane + neighbour(y + dy, s.n, s.edge)) * s.n;
  }
  return around;
}

/// A row: its two first and two last cells look their neighbours up, the others do not.
template <int Dim, class Real>
inline __attribute__((always_inline)) void pass_row(const rows<Real>& around, const settings& s,
                                                    const coefficients<Real>& p, const Real* base,
                                                    Real* out) {
  const auto cells_at = [&](const auto& place) __attribute__((always_inline)) {
    return gather<Dim, Real>([&](int dx, int dy, int dz) __attribute__((always_inline)) {
      return around[dz + 2][dy + 2][place(dx)];
    });
  };
  const auto at_edge = [&](int x) {
    const auto looked_up = [&](int dx) { return neighbour(x + dx, s.n, s.edge); };
    out[x] = base[x] + change(p, cells_at(looked_up));
  };
  at_edge(0), at_edge(1), at_edge(s.n - 2), at_edge(s.n - 1);
#pragma omp simd
  for (int x = 2; x < s.n - 2; ++x)
    out[x] = base[x] + change(p, cells_at([x](int dx) { return x + dx; }));
}

template <class Real>
inline __attribute__((always_inline)) void pass_row(const rows<Real>& around, const settings& s,
                                                    const coefficients<Real>& p, const Real* base,
                                                    Real* out) {
  s.dim == 2 ? pass_row<2>(around, s, p, base, out) : pass_row<3>(around, s, p, base, out);
}

// target_clones takes no templates, hence the overloads.
FOR_EACH_INSTRUCTION_SET void pass_row_wide(const rows<float>& around, const settings& s,
                                            const coefficients<float>& p, const float* base,
                                            float* out) {
  pass_row(around, s, p, base, out);
}
FOR_EACH_INSTRUCTION_SET void pass_row_wide(const rows<double>& around, const settings& s,
                                            const coefficients<double>& p, const double* base,
                                            double* out) {
  pass_row(around, s, p, base, out);
}

}  // namespace

template <class Real>
void host_pass(const settings& s, host_style style, const coefficients<Real>& p, const Real* in,
               const Real* base, Real* out) {
#pragma omp parallel for if (style == host_style::parallel && s.worth_sharing())
  for (int row = 0; row < s.rows(); ++row) {
    const auto around = rows_around(s, in, row % s.n, row / s.n);
    const std::size_t first = static_cast<std::size_t>(row) * s.n;
    if (style == host_style::serial)
      pass_row(around, s, p, base + first, out + first);
    else
      pass_row_wide(around, s, p, base + first, out + first);
  }
}

template void host_pass(const settings&, host_style, const coefficients<float>&, const float*,
                        const float*, float*);
template void host_pass(const settings&, host_style, const coefficients<double>&, const double*,
                        const double*, double*);

}  // namespace cahn_hilliard
