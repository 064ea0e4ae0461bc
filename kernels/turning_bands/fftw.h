// One-dimensional real transforms on the host, by FFTW.
#pragma once

#include <fftw3.h>

#include <complex>
#include <memory>
#include <mutex>
#include <type_traits>
#include <vector>

namespace turning_bands {

struct fftw_plan_release {
  void operator()(fftw_plan plan) const { fftw_destroy_plan(plan); }
};
using fftw_plan_owner = std::unique_ptr<std::remove_pointer_t<fftw_plan>, fftw_plan_release>;

/// FFTW's planner is not made for several threads; its plans are.
std::mutex& fftw_planner();

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
  fftw_plan_owner forward_, inverse_;
};

}  // namespace turning_bands
