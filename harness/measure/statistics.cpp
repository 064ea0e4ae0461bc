#include "harness/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "harness/measure/inference.h"

namespace retime {
namespace {

double half_rank_width(double n, double time) { return z_95 * std::sqrt(n * time) / 2; }

}  // namespace

double statistics::half_width() const {
  return median_ns > 0 ? (ci_high_ns - ci_low_ns) / 2 / median_ns : 0;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

interval median_interval(std::span<const double> sorted, double autocorrelation_time) {
  if (sorted.empty()) return {};
  const auto n = static_cast<double>(sorted.size());
  const double below = std::floor(n / 2 - half_rank_width(n, autocorrelation_time));
  const auto left_out = static_cast<std::size_t>(std::max(0.0, below - 1));
  return {sorted[left_out], sorted[sorted.size() - 1 - left_out]};
}

statistics summarize(std::span<const double> in_order, double quantum_ns) {
  if (in_order.empty()) return {};
  std::vector<double> sorted(in_order.begin(), in_order.end());
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  statistics result;
  for (const double x : sorted) result.mean_ns += x / n;
  double squares = 0;
  for (const double x : sorted) squares += (x - result.mean_ns) * (x - result.mean_ns);
  result.sd_ns = sorted.size() > 1 ? std::sqrt(squares / (n - 1)) : 0;
  result.median_ns = median(sorted);
  result.min_ns = sorted.front();
  result.max_ns = sorted.back();
  const double time = autocorrelation_time(in_order);
  result.n_effective = n / time;
  const auto ci = median_interval(sorted, time);
  result.ci_low_ns = std::max(ci.low / 2, ci.low - quantum_ns / 2);  // a time is above zero
  result.ci_high_ns = ci.high + quantum_ns / 2;
  result.bimodal = is_bimodal(in_order, quantum_ns);
  return result;
}

}  // namespace retime
