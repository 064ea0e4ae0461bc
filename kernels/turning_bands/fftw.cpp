#include "kernels/turning_bands/fftw.h"

namespace turning_bands {
namespace {

fftw_complex* raw(half_spectrum& modes) { return reinterpret_cast<fftw_complex*>(modes.data()); }

}  // namespace

std::mutex& fftw_planner() {
  static std::mutex planner;
  return planner;
}

line_fft::line_fft(int length) {
  const std::lock_guard lock(fftw_planner());
  std::vector<double> samples(length);
  half_spectrum modes(length / 2 + 1);
  fftw_plan_with_nthreads(1);
  constexpr unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
  forward_.reset(fftw_plan_dft_r2c_1d(length, samples.data(), raw(modes), flags));
  inverse_.reset(fftw_plan_dft_c2r_1d(length, raw(modes), samples.data(), flags));
}

void line_fft::forward(std::vector<double>& samples, half_spectrum& modes) const {
  fftw_execute_dft_r2c(forward_.get(), samples.data(), raw(modes));
}

void line_fft::inverse(half_spectrum& modes, std::vector<double>& samples) const {
  fftw_execute_dft_c2r(inverse_.get(), raw(modes), samples.data());
}

}  // namespace turning_bands
