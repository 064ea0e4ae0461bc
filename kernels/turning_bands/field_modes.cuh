// The modes of a field for a 3-D FFT on the device.
#pragma once

#include "kernels/device/device.h"
#include "kernels/device/random.h"
#include "kernels/turning_bands/modes.h"
#include "kernels/turning_bands/target_spectrum.h"

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

}  // namespace turning_bands
