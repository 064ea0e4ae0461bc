#include <omp.h>

#include <array>

#include "kernels/support/fftw.h"
#include "kernels/support/philox.h"
#include "kernels/turning_bands/host_fields.h"
#include "kernels/turning_bands/modes.h"

namespace turning_bands {
namespace {

template <class Real>
void inverse(const extents& mesh, std::vector<std::array<Real, 2>>& modes, Real* values) {
  using fftw = retime::fftw<Real>;
  auto* const numbers = reinterpret_cast<typename fftw::number*>(modes.data());
  const int edges[] = {mesh.x, mesh.y, mesh.z};
  const retime::owned_fftw_plan<Real> plan(omp_get_max_threads(), [&] {
    return fftw::plan_to_reals(3, edges, 1, numbers, nullptr, 1, 0, values, nullptr, 1, 0,
                               FFTW_ESTIMATE);
  });
  fftw::to_reals(plan.get(), numbers, values);
}

template <class Real>
std::vector<Real> values_by_fft(const problem& problem) {
  const extents& mesh = problem.mesh;
  const std::int64_t count = half_modes(mesh);
  std::vector<std::array<Real, 2>> modes(count);
  const auto word_of = [&](std::int64_t id) {
    const auto low = static_cast<std::uint32_t>(id), high = static_cast<std::uint32_t>(id >> 32);
    return retime::philox4x32<10>({{0, 0, low, high}}, problem.seed).word[0];
  };
#pragma omp parallel for
  for (std::int64_t id = 0; id < count; ++id) {
    const mode_number m = random_mode(mesh, mode_of(mesh, id), problem.spectrum, word_of);
    modes[id] = {static_cast<Real>(m.re), static_cast<Real>(m.im)};
  }
  std::vector<Real> values(mesh.cells());
  inverse(mesh, modes, values.data());
  return values;
}

}  // namespace

field field_by_fft(const problem& problem) {
  if (problem.double_precision)
    return {.values = values_by_fft<double>(problem), .by = method::fft};
  return {.values = values_by_fft<float>(problem), .by = method::fft};
}

const field& reference_by_fft(const problem& problem) {
  if (problem.by_fft->size() == 0) *problem.by_fft = field_by_fft(problem);
  return *problem.by_fft;
}

}  // namespace turning_bands
