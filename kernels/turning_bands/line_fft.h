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
  explicit line_fft(int length);
  /// sum over samples of x exp(-2 pi i jk / length).
  void forward(std::vector<double>& samples, half_spectrum& modes) const;
  /// sum over all modes of X exp(+2 pi i jk / length); the modes are lost.
  void inverse(half_spectrum& modes, std::vector<double>& samples) const;

 private:
  line_fft(std::vector<double> samples, half_spectrum modes);

  retime::owned_fftw_plan<double> forward_, inverse_;
};

}  // namespace turning_bands
