// One-dimensional real transforms on the host, by FFTW.
#pragma once

#include <complex>
#include <vector>

#include "kernels/support/fftw.h"

namespace turning_bands {

using half_spectrum = std::vector<std::complex<double>>;  ///< modes 0 .. length/2

/// Unnormalised, both ways; length even. Any number of threads may use one.
class line_fft {
 public:
  explicit line_fft(int length)
      : line_fft(length, std::vector<double>(length), half_spectrum(length / 2 + 1)) {}
  /// sum over samples of x exp(-2 pi i jk / length).
  void forward(std::vector<double>& samples, half_spectrum& modes) const {
    fftw_execute_dft_r2c(forward_.get(), samples.data(), raw(modes));
  }
  /// sum over all modes of X exp(+2 pi i jk / length); the modes are lost.
  void inverse(half_spectrum& modes, std::vector<double>& samples) const {
    fftw_execute_dft_c2r(inverse_.get(), raw(modes), samples.data());
  }

 private:
  static fftw_complex* raw(half_spectrum& modes) {
    return reinterpret_cast<fftw_complex*>(modes.data());
  }

  /// An estimate reads neither; that plans serve any arrays is what FFTW_UNALIGNED says.
  line_fft(int length, std::vector<double> samples, half_spectrum modes)
      : forward_(1,
                 [&] { return fftw_plan_dft_r2c_1d(length, samples.data(), raw(modes), flags); }),
        inverse_(1,
                 [&] { return fftw_plan_dft_c2r_1d(length, raw(modes), samples.data(), flags); }) {}

  static constexpr unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
  retime::owned_fftw_plan<double> forward_, inverse_;
};

}  // namespace turning_bands
