#include <omp.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/cahn_hilliard/observables.h"
#include "kernels/support/fftw.h"

namespace cahn_hilliard {
namespace {

/// The modes of a field, in rows of `pitch` reals each: half of k-space as complex numbers where
/// the boundary is periodic, cosine modes where it is a mirror.
void transform(const settings& s, const field& phi, double* data, int pitch) {
  const int extents[3] = {s.n, s.n, s.n};
  const fftw_r2r_kind kinds[3] = {FFTW_REDFT10, FFTW_REDFT10, FFTW_REDFT10};
  auto* modes = reinterpret_cast<fftw_complex*>(data);
  const retime::owned_fftw_plan<double> plan(s.worth_sharing() ? omp_get_max_threads() : 1, [&] {
    return s.edge == boundary::periodic
               ? fftw_plan_dft_r2c(s.dim, extents, data, modes, FFTW_ESTIMATE)
               : fftw_plan_r2r(s.dim, extents, data, data, kinds, FFTW_ESTIMATE);
  });
  std::visit(
      [&](const auto& values) {
#pragma omp parallel for if (s.worth_sharing())
        for (std::ptrdiff_t row = 0; row < s.rows(); ++row)
          std::copy_n(values.begin() + row * s.n, s.n, data + row * pitch);
      },
      phi);
  fftw_execute(plan.get());
}

/// <k> over the modes (i, j, l), j and l along y and z, i < `columns` along x. `power(row, i)` is S
/// at a mode, `wave(index)` the wave number along one axis.
template <class Power, class Wave>
double mean_wave_number(const settings& s, int columns, Power power, Wave wave) {
  struct sums {
    double total = 0, first = 0;
  };
  std::vector<sums> parts(static_cast<std::size_t>(s.rows()));
#pragma omp parallel for if (s.worth_sharing())
  for (int row = 0; row < s.rows(); ++row) {
    const double ky = wave(row % s.n), kz = wave(row / s.n);
    sums& part = parts[row];
    for (int i = row == 0 ? 1 : 0; i < columns; ++i) {
      const double kx = wave(i), density = power(row, i);
      part.total += density;
      part.first += density * std::sqrt(kx * kx + ky * ky + kz * kz);
    }
  }
  sums all;
  for (const sums& part : parts) {
    all.total += part.total;
    all.first += part.first;
  }
  return all.total > 0 ? all.first / all.total : 0;
}

}  // namespace

double length_scale(const settings& s, const field& phi) {
  const bool periodic = s.edge == boundary::periodic;
  const int columns = periodic ? s.n / 2 + 1 : s.n, pitch = periodic ? 2 * columns : s.n;
  const auto data = retime::fftw_reals(static_cast<std::size_t>(s.rows()) * pitch);
  transform(s, phi, data.get(), pitch);

  const auto wave = [&](int i) {
    if (!periodic) return std::numbers::pi * i / s.n;
    return 2 * std::numbers::pi * (2 * i <= s.n ? i : i - s.n) / s.n;
  };
  const auto power = [&](int row, int i) {
    const double* modes = data.get() + static_cast<std::size_t>(row) * pitch;
    if (periodic) {
      const bool has_mirror = i > 0 && 2 * i < s.n;  // the half of k-space that r2c leaves out
      const double real = modes[2 * i], imaginary = modes[2 * i + 1];
      return (has_mirror ? 2 : 1) * (real * real + imaginary * imaginary);
    }
    // A constant has twice the norm of a cosine, along each axis that is not there.
    const int flat = (i == 0) + (row % s.n == 0) + (s.dim == 3 && row / s.n == 0);
    return modes[i] * modes[i] / (1 << flat);
  };
  const double k = mean_wave_number(s, columns, power, wave);
  return k > 0 ? 2 * std::numbers::pi / k : 0;
}

}  // namespace cahn_hilliard
