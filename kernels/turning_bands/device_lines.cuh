// The lines of fields, made on the device by batched FFTs, as make_lines() makes them on the host.
#pragma once

#include <algorithm>

#include "kernels/device/device.h"
#include "kernels/device/fft.h"
#include "kernels/turning_bands/noise.h"
#include "kernels/turning_bands/problem.h"

namespace turning_bands {

using mode_value = device::complex<double>;

/// A thread a mode of a line: white noise of variance 1, shaped by the square root of the power.
static __global__ void fill_modes(device::span<mode_value> modes, device::span<const double> power,
                                  noise_key key, int lines) {
  const std::int64_t id = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const auto count = static_cast<std::int64_t>(power.size());
  const std::int64_t line = id / count;
  if (line >= lines) return;
  const int mode = static_cast<int>(id - line * count);
  const two_numbers normal = gaussian_mode(key, line, mode);
  const double root = sqrt(power[mode] / (2 * (static_cast<double>(count) - 1)));
  const bool is_real = mode == 0 || mode == count - 1;
  modes[id] = is_real ? mode_value{sqrt(2.0) * normal.first * root, 0}
                      : mode_value{normal.first * root, normal.second * root};
}

/// A thread a sample of a line.
static __global__ void fill_pulses(device::span<double> samples, noise_key key, int transform,
                                   int lines) {
  const std::int64_t id = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t line = id / transform;
  if (line >= lines) return;
  samples[id] = pulses_at(key, line, static_cast<int>(id - line * transform));
}

/// A thread a mode of a line.
static __global__ void shape_modes(device::span<mode_value> modes, device::span<const double> power,
                                   int lines) {
  const std::int64_t id = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const auto count = static_cast<std::int64_t>(power.size());
  if (id >= lines * count) return;
  const double transform = 2 * (static_cast<double>(count) - 1);
  const double root = sqrt(power[id % count] / transform) / sqrt(transform);
  modes[id] = {modes[id].re * root, modes[id].im * root};
}

/// A thread a sample that is kept of a line.
template <class Real>
__global__ void keep_lines(device::span<Real> kept, device::span<const double> samples, int length,
                           int transform) {
  const std::int64_t id = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (id >= static_cast<std::int64_t>(kept.size())) return;
  const std::int64_t line = id / length;
  kept[id] = static_cast<Real>(samples[line * transform + id - line * length]);
}

/// The lines of all fields, [fields][lines][length].
template <class Real>
class device_lines {
 public:
  explicit device_lines(const problem& problem)
      : problem_(problem),
        batch_(batch_of(problem)),
        fft_(device::real_fft<double>::lines(problem.model.transform, batch_)),
        power_(problem.model.power),
        modes_(batch_ * problem.model.power.size()),
        samples_(static_cast<std::size_t>(batch_) * problem.model.transform),
        lines_(static_cast<std::size_t>(problem.fields) * problem.lines * problem.model.length) {
    fft_.prepare_inverse();
    if (problem.model.pulses) fft_.prepare_forward();
  }

  void make(device::stream& queue) {
    const std::int64_t all = std::int64_t{problem_.fields} * problem_.lines;
    for (std::int64_t first = 0; first < all; first += batch_)
      make(queue, first, static_cast<int>(std::min<std::int64_t>(batch_, all - first)));
  }

  void poison() { lines_.poison(); }
  device::span<const Real> view() const { return lines_.view(); }
  device::span<const Real> of_field(int field) const {
    const std::size_t size = static_cast<std::size_t>(problem_.lines) * problem_.model.length;
    return lines_.view().subspan(field * size, size);
  }

 private:
  static int batch_of(const problem& problem) {
    const double all = double{1} * problem.fields * problem.lines;
    return static_cast<int>(std::clamp(most_samples_together / problem.model.transform, 1.0, all));
  }

  void make(device::stream& queue, std::int64_t first, int count) {
    const int transform = problem_.model.transform, length = problem_.model.length;
    const std::int64_t before = std::int64_t{problem_.first_field} * problem_.lines;
    const noise_key key{problem_.seed, static_cast<std::uint64_t>(before + first)};
    if (problem_.model.pulses) {
      each(queue, fill_pulses, samples_.size(), samples_.view(), key, transform, count);
      fft_.forward(queue, samples_, modes_);
      each(queue, shape_modes, modes_.size(), modes_.view(), power_.view(), count);
    } else {
      each(queue, fill_modes, modes_.size(), modes_.view(), power_.view(), key, count);
    }
    fft_.inverse(queue, modes_, samples_);
    const auto kept = lines_.view().subspan(static_cast<std::size_t>(first) * length,
                                            static_cast<std::size_t>(count) * length);
    each(queue, keep_lines<Real>, kept.size(), kept, samples_.view(), length, transform);
  }

  /// A thread for each of `count` elements.
  template <class Kernel, class... Arguments>
  static void each(device::stream& queue, Kernel kernel, std::size_t count,
                   const Arguments&... arguments) {
    constexpr unsigned threads = 256;
    const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
    device::launch(queue, kernel, {.grid = dim3(blocks), .block = dim3(threads)}, arguments...);
  }

  const problem& problem_;
  int batch_;
  device::real_fft<double> fft_;
  device::buffer<double> power_;
  device::buffer<mode_value> modes_;
  device::buffer<double> samples_;
  device::buffer<Real> lines_;
};

}  // namespace turning_bands
