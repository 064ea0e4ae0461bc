#include "kernels/turning_bands/line_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

#include "kernels/support/bad_input.h"
#include "kernels/turning_bands/functions.h"
#include "kernels/turning_bands/line_fft.h"

namespace turning_bands {
namespace {

using std::numbers::pi;

/// The part of the power that samples keep when each is held until halfway to the next.
double held(double per_sample) {
  const double half = per_sample / 2;
  const double sinc = half == 0 ? 1 : std::sin(half) / half;
  return sinc * sinc;
}

double mean_over_all_modes(const std::vector<double>& half) {
  const double both = 2 * std::accumulate(half.begin(), half.end(), 0.0);
  return (both - half.front() - half.back()) / (2 * (static_cast<double>(half.size()) - 1));
}

/// Sets the power of mode j = 0 .. transform/2 to power_at(radians a sample), scaled to variance 1.
void set_power(const target& target, line_model& made, const auto& power_at) {
  for (int j = 0; j <= made.transform / 2; ++j)
    made.power.push_back(power_at(2 * pi * j / made.transform));
  const double variance = mean_over_all_modes(made.power);
  if (!(variance > 0) || !std::isfinite(variance))
    throw retime::bad_input(
        fmt::format("spectrum={}: no power where the line has modes, 0 < k <= {:.3g}",
                    target.function, pi * target.resolution));
  made.scale = 1 / variance;
  for (double& p : made.power) p *= made.scale;
}

void correct_hold(line_model& made) {
  for (int j = 0; j <= made.transform / 2; ++j) made.power[j] /= held(2 * pi * j / made.transform);
}

/// Held samples repeat their power about each multiple of their own frequency. Wave numbers so
/// large and in all directions are white noise on a mesh: its power is taken off what is wanted,
/// but where less is.
void leave_room_for_images(double samples_per_cell, line_model& made) {
  constexpr int rounds = 12;  // a tenth, or less, is left of the difference by each
  const std::vector<double> goal = made.power;
  std::vector<double> image(goal.size());
  double white = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int j = 0; j <= made.transform / 2; ++j) {
      const double w = 2 * pi * j / made.transform, k = w * samples_per_cell;
      made.power[j] = std::max(goal[j] - white * samples_per_cell * k * k / (2 * pi), 0.0);
      image[j] = made.power[j] * (1 / held(w) - 1);
    }
    white = mean_over_all_modes(image);
  }
}

void set_power_law(const target& target, line_model& made) {
  const double exponent = target.index + 2;
  const bool limited = target.correct == correction::hold;
  set_power(target, made, [&](double w) {
    if (w == 0) return exponent == 0 ? 1.0 : 0.0;
    if (!limited) return std::pow(2 * std::sin(w / 2), exponent);
    return w * target.resolution <= pi ? std::pow(w, exponent) : 0.0;
  });
}

void set_shaped(const target& target, line_model& made) {
  const curve spectrum = spectrum_named(target.function, target.range);
  const bool limited = target.correct == correction::hold;
  set_power(target, made, [&](double w) {
    const double k = w * target.resolution;
    return limited && k > pi ? 0.0 : k * k * spectrum(k);
  });
}

struct embedded {
  std::vector<double> power;
  double negative = 0;  ///< part of the power that is
};

embedded embed(const curve& along_line, double resolution, int transform) {
  std::vector<double> row(transform);
  for (int j = 0; j < transform; ++j) row[j] = along_line(std::min(j, transform - j) / resolution);
  half_spectrum modes(transform / 2 + 1);
  line_fft(transform).forward(row, modes);
  embedded made;
  double total = 0;
  for (const auto& mode : modes) {
    total += std::abs(mode.real());
    if (mode.real() < 0) made.negative -= mode.real();
    made.power.push_back(std::max(mode.real(), 0.0));
  }
  made.negative /= total;
  return made;
}

/// On the smallest circle on which no power is negative but by rounding, or no more than on larger
/// ones: what then is left is of the covariance itself.
void set_embedded(const target& target, line_model& made) {
  constexpr double rounding = 1e-9, interpolation = 1e-2;
  const covariance model = covariance_named(target.function, target.range);
  std::vector<embedded> tried;
  for (int larger = 1; larger <= most_times_larger; larger *= 2) {
    tried.push_back(embed(model.along_line, target.resolution, made.transform * larger));
    if (tried.back().negative <= rounding) break;
  }
  const double least = std::ranges::min(tried, {}, &embedded::negative).negative;
  const auto& smallest = *std::ranges::find_if(
      tried, [=](const embedded& each) { return each.negative <= std::max(rounding, 2 * least); });
  made.transform = 2 * (static_cast<int>(smallest.power.size()) - 1);
  if (smallest.negative > interpolation)
    throw retime::bad_input(fmt::format(
        "covariance={}: not positive definite on a line: {:.2g} of the power of d/dr [r C(r)] is "
        "negative; give one that is, and that comes near 0 within {:.4g} cells",
        target.function, smallest.negative, made.transform / 2 / target.resolution));
  made.power = smallest.power;
  made.clipped = smallest.negative;
}

}  // namespace

std::vector<double> line_model::line_covariance() const {
  half_spectrum modes(power.begin(), power.end());
  std::vector<double> lags(transform);
  line_fft(transform).inverse(modes, lags);
  lags.resize(length);
  for (double& each : lags) each /= transform;
  return lags;
}

int circle_for(int length) {
  return static_cast<int>(std::bit_ceil(2 * static_cast<unsigned>(length)));
}

double compression_of(const target& target) {
  if (target.correct != correction::compression) return 1;
  constexpr double printed[][2] = {{-1, 1.32}, {-2, 1.13}, {-3, 0.8}};
  for (const auto& [index, factor] : printed)
    if (target.maker == line_maker::power_law && target.index == index) return factor;
  throw retime::bad_input(
      "correction=compression: the paper prints factors for power_law with index=-1, -2 and -3");
}

line_model make_line_model(const target& target, int length) {
  line_model made{.length = length,
                  .transform = circle_for(length),
                  .compression = compression_of(target),
                  .pulses = target.maker == line_maker::spectrum};
  switch (target.maker) {
    case line_maker::power_law:
      set_power_law(target, made);
      break;
    case line_maker::spectrum:
      set_shaped(target, made);
      break;
    case line_maker::covariance:
      set_embedded(target, made);
      break;
  }
  if (target.correct != correction::hold) return made;
  if (target.maker != line_maker::covariance) leave_room_for_images(target.resolution, made);
  correct_hold(made);
  return made;
}

}  // namespace turning_bands
