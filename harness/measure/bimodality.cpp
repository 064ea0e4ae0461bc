// Whether a stream of timings has more than one mode.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "harness/measure/statistics.h"

namespace retime {
namespace {

constexpr double least_for_modes = 40;  // fewer independent samples cannot show a second mode
// 98 % of uniform streams, the unimodal shape with the greatest dip, have a root(n) dip below this,
// whatever their n; found by simulation, held by tests/measure.
constexpr double dip_limit = 0.60;

/// Spreads samples of one tick evenly over the clock's step around them.
std::vector<double> without_ticks(std::vector<double> sorted, double quantum) {
  for (std::size_t begin = 0; begin < sorted.size();) {
    std::size_t end = begin;
    while (end < sorted.size() && sorted[end] - sorted[begin] < quantum / 2) ++end;
    const double step = quantum / static_cast<double>(end - begin);
    for (std::size_t i = begin; i < end; ++i)
      sorted[i] += (static_cast<double>(i - begin) + 0.5) * step - quantum / 2;
    begin = end;
  }
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

/// First value of the upper of the two groups that leave the least squares within them.
double best_split(const std::vector<double>& sorted) {
  double total = 0;
  for (const double x : sorted) total += x;
  double below = 0, best = -1, split = sorted.front();
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    below += sorted[i - 1];
    const auto low = static_cast<double>(i), high = static_cast<double>(sorted.size() - i);
    const double distance = below / low - (total - below) / high;
    if (low * high * distance * distance > best) {
      best = low * high * distance * distance;
      split = sorted[i];
    }
  }
  return split;
}

/// The stream with each sample's group centre taken off. A stream that dwells in one mode and then
/// in the other is strongly correlated because of its modes: that must not count against finding
/// them.
std::vector<double> within_groups(std::span<const double> in_order, double split) {
  std::vector<double> low, high;
  for (const double x : in_order) (x < split ? low : high).push_back(x);
  const double low_centre = median(std::move(low)), high_centre = median(std::move(high));
  std::vector<double> rest(in_order.begin(), in_order.end());
  for (double& x : rest) x -= x < split ? low_centre : high_centre;
  return rest;
}

}  // namespace

bool is_bimodal(std::span<const double> in_order, double quantum_ns) {
  const auto n = static_cast<double>(in_order.size());
  if (n < least_for_modes) return false;
  std::vector<double> sorted(in_order.begin(), in_order.end());
  std::sort(sorted.begin(), sorted.end());
  const auto rest = within_groups(in_order, best_split(sorted));
  const double n_effective = n / autocorrelation_time(rest);
  if (n_effective < least_for_modes) return false;
  if (quantum_ns > 0) sorted = without_ticks(std::move(sorted), quantum_ns);
  return std::sqrt(n_effective) * dip(sorted) > dip_limit;
}

}  // namespace retime
