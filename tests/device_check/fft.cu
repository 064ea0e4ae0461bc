// FFTs against plain sums, in both directions and types.
#include <cmath>
#include <complex>
#include <numbers>
#include <type_traits>

#include "kernels/device/device.h"
#include "kernels/device/fft.h"
#include "tests/device_check/check.h"

namespace {

using complex = std::complex<double>;

std::size_t at(const std::array<int, 3>& extent, int x, int y, int z) {
  return (static_cast<std::size_t>(x) * extent[1] + y) * extent[2] + z;
}

/// The half of the modes that a transform gives.
std::vector<complex> summed(const std::array<int, 3>& extent, const std::vector<double>& series) {
  const auto [nx, ny, nz] = extent;
  std::vector<complex> modes;
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j)
      for (int k = 0; k < nz / 2 + 1; ++k) {
        complex sum = 0;
        for (int x = 0; x < nx; ++x)
          for (int y = 0; y < ny; ++y)
            for (int z = 0; z < nz; ++z) {
              const double turns = 1.0 * i * x / nx + 1.0 * j * y / ny + 1.0 * k * z / nz;
              sum += series[at(extent, x, y, z)] * std::polar(1.0, -2 * std::numbers::pi * turns);
            }
        modes.push_back(sum);
      }
  return modes;
}

/// In [-1, 1), without pattern.
double noise(unsigned& state) {
  state = state * 1664525U + 1013904223U;
  return (state >> 8) / 8388608.0 - 1;
}

template <class Real>
void check_transform(device_check::report& results, device::real_fft<Real> fft,
                     const device::fft_shape& shape) {
  const std::string name = shape.text() + (std::is_same_v<Real, double> ? ", double" : ", float");
  const auto cells = static_cast<double>(shape.reals() / shape.batch);
  const double tolerance = (std::is_same_v<Real, double> ? 1e-14 : 1e-6) * cells;
  unsigned state = 1;
  std::vector<Real> reals;
  std::vector<device::complex<Real>> modes;
  for (int each = 0; each < shape.batch; ++each) {
    std::vector<double> series;
    for (double i = 0; i < cells; ++i) {
      reals.push_back(static_cast<Real>(noise(state)));
      series.push_back(reals.back());
    }
    for (const complex& mode : summed(shape.extent, series))
      modes.push_back({static_cast<Real>(mode.real()), static_cast<Real>(mode.imag())});
  }

  device::stream queue;
  device::buffer<Real> series(reals);
  device::buffer<device::complex<Real>> spectrum(modes.size());
  fft.forward(queue, series, spectrum);
  const auto transformed = spectrum.to_host();
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const double off = std::hypot(transformed[i].re - modes[i].re, transformed[i].im - modes[i].im);
    results.equal(name + ", mode " + std::to_string(i), off <= tolerance, true);
  }

  fft.prepare_inverse();
  auto recorded = device::graph::capture(queue, [&] { fft.inverse(queue, spectrum, series); });
  spectrum.upload(modes);  // the plain sums, not what forward() gave
  recorded.launch(queue);
  queue.synchronize();
  const auto back = series.to_host();
  for (std::size_t i = 0; i < reals.size(); ++i)
    results.equal(name + ", real " + std::to_string(i),
                  std::fabs(back[i] - cells * reals[i]) <= tolerance, true);
}

template <class Real>
void check_type(device_check::report& results) {
  using fft = device::real_fft<Real>;
  check_transform(results, fft::lines(16, 3), {{1, 1, 16}, 3});
  check_transform(results, fft::lines(15, 4), {{1, 1, 15}, 4});
  check_transform(results, fft::lines(37, 1), {{1, 1, 37}, 1});
  check_transform(results, fft::lines(2, 5), {{1, 1, 2}, 5});
  check_transform(results, fft::cube(4, 3, 6), {{4, 3, 6}, 1});
  check_transform(results, fft::cube(5, 4, 3), {{5, 4, 3}, 1});
  check_transform(results, fft::cube(8, 8, 8), {{8, 8, 8}, 1});
}

/// A plane wave is one mode and its conjugate, in a cube that the emulation shares out.
void check_large(device_check::report& results) {
  constexpr int n = 72;
  const auto mode = at({n, n, n / 2 + 1}, 3, n - 5, 7);
  device::stream queue;
  device::buffer<device::complex<float>> spectrum(std::size_t{n} * n * (n / 2 + 1));
  device::buffer<float> series(std::size_t{n} * n * n);
  std::vector<device::complex<float>> modes(spectrum.size());
  modes[mode] = {0.5F, 0};
  spectrum.upload(modes);
  auto fft = device::real_fft<float>::cube(n, n, n);
  fft.inverse(queue, spectrum, series);
  queue.synchronize();
  const auto wave = series.to_host();
  double off = 0;
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y)
      for (int z = 0; z < n; ++z) {
        const double phase = 2 * std::numbers::pi * (3 * x - 5 * y + 7 * z) / n;
        off = std::fmax(off, std::fabs(wave[at({n, n, n}, x, y, z)] - std::cos(phase)));
      }
  results.equal("a wave in a cube", off <= 1e-5, true);
}

}  // namespace

void device_check::check_fft(report& results) {
  check_type<double>(results);
  check_type<float>(results);
  check_large(results);
}
