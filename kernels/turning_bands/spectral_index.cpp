#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/turning_bands/spectrum.h"

namespace turning_bands {
namespace {

/// By least squares over the shells with power in k_low <= k <= k_high, weighted by their modes;
/// the standard error is by the scatter about the line. Nothing if there are fewer than three.
std::optional<slope> fitted(const shells& s, double k_low, double k_high) {
  std::vector<double> x, y, weight;
  double total = 0, mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < s.k.size(); ++i) {
    if (s.k[i] < k_low || s.k[i] > k_high || !(s.power[i] > 0)) continue;
    x.push_back(std::log(s.k[i]));
    y.push_back(std::log(s.power[i]));
    weight.push_back(s.modes[i]);
    total += weight.back();
    mean_x += weight.back() * x.back();
    mean_y += weight.back() * y.back();
  }
  if (x.size() < 3) return {};
  mean_x /= total;
  mean_y /= total;
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = x[i] - mean_x, dy = y[i] - mean_y;
    xx += weight[i] * dx * dx;
    xy += weight[i] * dx * dy;
    yy += weight[i] * dy * dy;
  }
  const double value = xy / xx, scatter = std::max(0.0, yy - value * xy);
  // Through a Hann window the power at modes one and two apart is correlated by 4/9 and 1/36, so
  // that neighbouring shells scatter together: 1 + 2 (4/9 + 1/36) of them say what one says.
  const double alike = s.mixing > 0 ? 35.0 / 18 : 1;
  return slope{value, std::sqrt(alike * scatter / (static_cast<double>(x.size() - 2) * xx))};
}

/// Over all shells, but of a windowed spectrum from the fourth on, and from the first quarter, to
/// the last but two: below, the window has mixed in what the mean and longer waves have, above what
/// lies beyond pi, where a field may have nothing. Between, what it has added to a power law is
/// taken off.
std::optional<slope> index_of(const shells& s) {
  if (s.mixing == 0) return s.k.empty() ? std::nullopt : fitted(s, s.k.front(), s.k.back());
  const std::size_t count = s.k.size(), first = std::max<std::size_t>(3, count / 4), beyond = 2;
  if (count <= first + beyond) return {};
  const double low = s.k[first], high = s.k[count - 1 - beyond];
  const auto mixed = fitted(s, low, high);
  if (!mixed) return {};
  // Mixing adds mixing / 2 times the Laplacian: of k^m, m (m + dimensions - 2) k^(m-2).
  const double added = s.mixing / 2 * mixed->value * (mixed->value + s.dimensions - 2);
  shells unmixed = s;
  for (std::size_t i = 0; i < count; ++i) unmixed.power[i] /= 1 + added / (s.k[i] * s.k[i]);
  return fitted(unmixed, low, high);
}

}  // namespace

shells mean_of(const std::vector<shells>& fields) {
  const auto count = static_cast<double>(fields.size());
  shells mean = fields.front();
  for (std::size_t i = 0; i < mean.power.size(); ++i) {
    mean.power[i] = 0;
    for (const shells& of_one : fields) mean.power[i] += of_one.power[i] / count;
  }
  return mean;
}

std::optional<slope> spectral_index(const std::vector<shells>& fields) {
  constexpr std::size_t least_fields = 8;
  auto index = index_of(mean_of(fields));
  std::vector<double> own_indices;
  for (const shells& of_one : fields)
    if (const auto own = index_of(of_one)) own_indices.push_back(own->value);
  if (!index || own_indices.size() < least_fields) return index;
  const auto count = static_cast<double>(own_indices.size());
  const double mean = std::reduce(own_indices.begin(), own_indices.end()) / count;
  double squares = 0;
  for (const double own : own_indices) squares += (own - mean) * (own - mean);
  index->error = std::sqrt(squares / (count - 1) / count);
  return index;
}

}  // namespace turning_bands
