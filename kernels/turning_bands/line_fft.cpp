#include "kernels/turning_bands/line_fft.h"

namespace turning_bands {
namespace {

fftw_complex* raw(half_spectrum& modes) { return reinterpret_cast<fftw_complex*>(modes.data()); }

}  // namespace

line_fft::line_fft(int length)
    : line_fft(std::vector<double>(length), half_spectrum(length / 2 + 1)) {}

/// An estimate reads neither; that plans serve any arrays is what FFTW_UNALIGNED says.
line_fft::line_fft(std::vector<double> samples, half_spectrum modes)
    : forward_(1,
               [&] {
                 return fftw_plan_dft_r2c_1d(static_cast<int>(samples.size()), samples.data(),
                                             raw(modes), FFTW_ESTIMATE | FFTW_UNALIGNED);
               }),
      inverse_(1, [&] {
        return fftw_plan_dft_c2r_1d(static_cast<int>(samples.size()), raw(modes), samples.data(),
                                    FFTW_ESTIMATE | FFTW_UNALIGNED);
      }) {}

void line_fft::forward(std::vector<double>& samples, half_spectrum& modes) const {
  fftw_execute_dft_r2c(forward_.get(), samples.data(), raw(modes));
}

void line_fft::inverse(half_spectrum& modes, std::vector<double>& samples) const {
  fftw_execute_dft_c2r(inverse_.get(), raw(modes), samples.data());
}

}  // namespace turning_bands
