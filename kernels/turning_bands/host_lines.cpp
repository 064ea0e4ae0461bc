#include <algorithm>
#include <cmath>

#include "kernels/turning_bands/host_fields.h"
#include "kernels/turning_bands/line_fft.h"
#include "kernels/turning_bands/noise.h"

namespace turning_bands {
namespace {

/// White noise of variance 1 a sample: its modes over sqrt(transform).
void white_modes(const noise_key& key, std::uint64_t line, half_spectrum& modes) {
  const int last = static_cast<int>(modes.size()) - 1;
  for (int j = 0; j <= last; ++j) {
    const two_numbers normal = gaussian_mode(key, line, j);
    const bool is_real = j == 0 || j == last;
    modes[j] = is_real ? std::complex(std::sqrt(2.0) * normal.first, 0.0)
                       : std::complex(normal.first, normal.second);
  }
}

void pulse_modes(const noise_key& key, std::uint64_t line, const line_fft& fft,
                 std::vector<double>& samples, half_spectrum& modes) {
  const auto count = static_cast<int>(samples.size());
  for (int i = 0; i < count; ++i) samples[i] = pulses_at(key, line, i);
  fft.forward(samples, modes);
  for (auto& mode : modes) mode /= std::sqrt(count);
}

}  // namespace

std::vector<double> make_lines(const line_model& model, int lines, std::uint64_t seed,
                               std::uint64_t field) {
  const std::size_t length = model.length;
  const noise_key key{seed, field * static_cast<std::uint64_t>(lines)};
  const line_fft fft(model.transform);
  std::vector<double> made(lines * length);
#pragma omp parallel
  {
    std::vector<double> samples(model.transform);
    half_spectrum modes(model.power.size());
#pragma omp for
    for (int line = 0; line < lines; ++line) {
      if (model.pulses)
        pulse_modes(key, line, fft, samples, modes);
      else
        white_modes(key, line, modes);
      for (std::size_t j = 0; j < modes.size(); ++j)
        modes[j] *= std::sqrt(model.power[j] / model.transform);
      fft.inverse(modes, samples);
      std::copy_n(samples.begin(), length, made.begin() + line * length);
    }
  }
  return made;
}

}  // namespace turning_bands
