// A field by a 3-D FFT on the device.
#pragma once

#include "kernels/device/device.h"
#include "kernels/device/fft.h"
#include "kernels/device/random.h"
#include "kernels/turning_bands/modes.h"
#include "kernels/turning_bands/problem.h"

namespace turning_bands {

/// A thread a mode.
template <class Real>
__global__ void fill_field_modes(device::span<device::complex<Real>> modes, extents mesh,
                                 log_spectrum<device::span<const double>> spectrum,
                                 std::uint64_t seed) {
  const std::int64_t id = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (id >= static_cast<std::int64_t>(modes.size())) return;
  const auto word_of = [seed](std::int64_t stream) {
    return device::philox(seed, static_cast<unsigned long long>(stream), 0).next();
  };
  const mode_number m = random_mode(mesh, mode_of(mesh, id), spectrum, word_of);
  modes[id] = {static_cast<Real>(m.re), static_cast<Real>(m.im)};
}

template <class Real>
class device_fft_field {
 public:
  device_fft_field(const problem& given, unsigned threads)
      : given_(given),
        threads_(threads),
        fft_(device::real_fft<Real>::cube(given.mesh.x, given.mesh.y, given.mesh.z)),
        spectrum_(given.spectrum.values),
        modes_(half_modes(given.mesh)),
        values_(given.mesh.cells()) {
    fft_.prepare_inverse();
  }

  void reset() { values_.poison(); }

  void run(device::stream& queue) {
    device::launch(queue, fill_field_modes<Real>, shape(), modes_.view(), given_.mesh, on_device(),
                   given_.seed);
    fft_.inverse(queue, modes_, values_);
  }

  field collect() const { return {.values = values_.to_host(), .by = method::fft}; }
  device::launch_report report() const {
    return device::describe("fill_field_modes", fill_field_modes<Real>, shape());
  }

 private:
  log_spectrum<device::span<const double>> on_device() const {
    const target_spectrum& s = given_.spectrum;
    return {.first = s.first, .step = s.step, .at_zero = s.at_zero, .values = spectrum_.view()};
  }
  device::launch_shape shape() const {
    const auto blocks = static_cast<unsigned>((modes_.size() + threads_ - 1) / threads_);
    return {.grid = dim3(blocks), .block = dim3(threads_)};
  }

  const problem& given_;
  unsigned threads_;
  device::real_fft<Real> fft_;
  device::buffer<double> spectrum_;
  device::buffer<device::complex<Real>> modes_;
  device::buffer<Real> values_;
};

}  // namespace turning_bands
