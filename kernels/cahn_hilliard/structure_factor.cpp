#include "kernels/cahn_hilliard/structure_factor.h"

#include <fftw3.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

namespace cahn_hilliard {
namespace {

struct fftw_free_memory {
  void operator()(double* memory) const { fftw_free(memory); }
};
using fftw_buffer = std::unique_ptr<double[], fftw_free_memory>;

fftw_buffer allocate(std::size_t count) { return fftw_buffer(fftw_alloc_real(count)); }

/// Copies a field into rows of `pitch` reals each.
void copy_rows(const settings& s, const field& phi, double* to, int pitch) {
  const auto rows = static_cast<std::ptrdiff_t>(s.dim == 3 ? s.n * s.n : s.n);
  std::visit(
      [&](const auto& values) {
#pragma omp parallel for if (s.worth_sharing())
        for (std::ptrdiff_t row = 0; row < rows; ++row) {
          std::copy_n(values.begin() + row * s.n, s.n, to + row * pitch);
        }
      },
      phi);
}

/// A plan for all cores. The count that FFTW plans with is global, so it is given back.
template <class Make>
fftw_plan plan_for_all_cores(const settings& s, Make make) {
  static const int threads_ready = fftw_init_threads();
  if (threads_ready && s.worth_sharing()) fftw_plan_with_nthreads(omp_get_max_threads());
  const auto plan = make();
  if (threads_ready) fftw_plan_with_nthreads(1);
  return plan;
}

void execute(fftw_plan plan) {
  fftw_execute(plan);
  fftw_destroy_plan(plan);
}

/// <k> over the modes (i, j, l), j and l along y and z, i < `columns` along x. `power(row, i)` is S
/// at a mode, `wave(index)` the wave number along one axis.
template <class Power, class Wave>
double mean_wave_number(const settings& s, int columns, Power power, Wave wave) {
  const int rows = s.dim == 3 ? s.n * s.n : s.n;
  std::vector<double> total(static_cast<std::size_t>(rows), 0.0),
      first(static_cast<std::size_t>(rows), 0.0);
#pragma omp parallel for if (s.worth_sharing())
  for (int row = 0; row < rows; ++row) {
    const double ky = wave(row % s.n), kz = wave(row / s.n);
    for (int i = row == 0 ? 1 : 0; i < columns; ++i) {
      const double kx = wave(i), density = power(row, i);
      total[static_cast<std::size_t>(row)] += density;
      first[static_cast<std::size_t>(row)] += density * std::sqrt(kx * kx + ky * ky + kz * kz);
    }
  }
  double sum = 0, weighted = 0;
  for (int row = 0; row < rows; ++row) {
    sum += total[static_cast<std::size_t>(row)];
    weighted += first[static_cast<std::size_t>(row)];
  }
  return sum > 0 ? weighted / sum : 0;
}

double mean_wave_number_periodic(const settings& s, const field& phi) {
  const int columns = s.n / 2 + 1, pitch = 2 * columns;
  const std::size_t rows =
      s.dim == 3 ? static_cast<std::size_t>(s.n) * s.n : static_cast<std::size_t>(s.n);
  const auto data = allocate(rows * pitch);
  const int extents[3] = {s.n, s.n, s.n};
  auto* modes = reinterpret_cast<fftw_complex*>(data.get());
  const auto plan = plan_for_all_cores(
      s, [&] { return fftw_plan_dft_r2c(s.dim, extents, data.get(), modes, FFTW_ESTIMATE); });
  copy_rows(s, phi, data.get(), pitch);
  execute(plan);
  const auto power = [&](int row, int i) {
    const auto& mode = modes[static_cast<std::size_t>(row) * columns + i];
    const bool has_mirror = i > 0 && 2 * i < s.n;  // the half of k-space that r2c leaves out
    return (has_mirror ? 2 : 1) * (mode[0] * mode[0] + mode[1] * mode[1]);
  };
  const auto wave = [&](int i) {
    return 2 * std::numbers::pi * (2 * i <= s.n ? i : i - s.n) / s.n;
  };
  return mean_wave_number(s, columns, power, wave);
}

double mean_wave_number_mirror(const settings& s, const field& phi) {
  const std::size_t rows =
      s.dim == 3 ? static_cast<std::size_t>(s.n) * s.n : static_cast<std::size_t>(s.n);
  const auto data = allocate(rows * s.n);
  const int extents[3] = {s.n, s.n, s.n};
  const fftw_r2r_kind kinds[3] = {FFTW_REDFT10, FFTW_REDFT10, FFTW_REDFT10};
  const auto plan = plan_for_all_cores(s, [&] {
    return fftw_plan_r2r(s.dim, extents, data.get(), data.get(), kinds, FFTW_ESTIMATE);
  });
  copy_rows(s, phi, data.get(), s.n);
  execute(plan);
  const auto power = [&](int row, int i) {
    const double mode = data[static_cast<std::size_t>(row) * s.n + i];
    // A constant has twice the norm of a cosine, along each axis that is not there.
    const int flat = (i == 0) + (row % s.n == 0) + (s.dim == 3 && row / s.n == 0);
    return mode * mode / (1 << flat);
  };
  return mean_wave_number(s, s.n, power, [&](int i) { return std::numbers::pi * i / s.n; });
}

}  // namespace

double length_scale(const settings& s, const field& phi) {
  const double k = s.edge == boundary::periodic ? mean_wave_number_periodic(s, phi)
                                                : mean_wave_number_mirror(s, phi);
  return k > 0 ? 2 * std::numbers::pi / k : 0;
}

}  // namespace cahn_hilliard
