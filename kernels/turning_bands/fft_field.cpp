#include "kernels/turning_bands/fft_field.h"

#include <fftw3.h>
#include <omp.h>

#include <array>

#include "kernels/support/philox.h"
#include "kernels/turning_bands/fftw.h"
#include "kernels/turning_bands/modes.h"

namespace turning_bands {
namespace {

/// FFTW's functions for one precision.
template <class Real>
struct fftw_for;
template <>
struct fftw_for<double> {
  using complex = fftw_complex;
  static constexpr auto init_threads = fftw_init_threads;
  static constexpr auto plan_with = fftw_plan_with_nthreads;
  static constexpr auto plan = fftw_plan_dft_c2r_3d;
  static constexpr auto execute = fftw_execute;
  static constexpr auto destroy = fftw_destroy_plan;
};
template <>
struct fftw_for<float> {
  using complex = fftwf_complex;
  static constexpr auto init_threads = fftwf_init_threads;
  static constexpr auto plan_with = fftwf_plan_with_nthreads;
  static constexpr auto plan = fftwf_plan_dft_c2r_3d;
  static constexpr auto execute = fftwf_execute;
  static constexpr auto destroy = fftwf_destroy_plan;
};

template <class Real>
void inverse(const extents& mesh, std::vector<std::array<Real, 2>>& modes, Real* values) {
  using fftw = fftw_for<Real>;
  static const int threads_ready = fftw::init_threads();
  const std::lock_guard lock(fftw_planner());
  if (threads_ready) fftw::plan_with(omp_get_max_threads());
  const auto plan =
      fftw::plan(mesh.x, mesh.y, mesh.z, reinterpret_cast<typename fftw::complex*>(modes.data()),
                 values, FFTW_ESTIMATE);
  fftw::execute(plan);
  fftw::destroy(plan);
  if (threads_ready) fftw::plan_with(1);
}

template <class Real>
std::vector<Real> values_by_fft(const problem& given) {
  const extents& mesh = given.mesh;
  const std::int64_t count = half_modes(mesh);
  std::vector<std::array<Real, 2>> modes(count);
  const auto word_of = [&](std::int64_t id) {
    const auto low = static_cast<std::uint32_t>(id), high = static_cast<std::uint32_t>(id >> 32);
    return retime::philox4x32<10>({{0, 0, low, high}}, given.seed).word[0];
  };
#pragma omp parallel for
  for (std::int64_t id = 0; id < count; ++id) {
    const mode_number m = random_mode(mesh, mode_of(mesh, id), given.spectrum, word_of);
    modes[id] = {static_cast<Real>(m.re), static_cast<Real>(m.im)};
  }
  std::vector<Real> values(mesh.cells());
  inverse(mesh, modes, values.data());
  return values;
}

}  // namespace

field field_by_fft(const problem& given) {
  if (given.double_precision) return {.values = values_by_fft<double>(given), .by = method::fft};
  return {.values = values_by_fft<float>(given), .by = method::fft};
}

const field& reference_by_fft(const problem& given) {
  if (given.by_fft->size() == 0) *given.by_fft = field_by_fft(given);
  return *given.by_fft;
}

}  // namespace turning_bands
