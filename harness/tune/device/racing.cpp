#include "harness/tune/device/racing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/measure/inference.h"
#include "kernels/support/students_t.h"

namespace retime::tune {
namespace {

double half_width_95(double standard_error, std::size_t count) {
  return upper_quantile(0.025, static_cast<double>(count) - 1) * standard_error;
}

}  // namespace

estimate estimate::around(double value_ns) const {
  const double shift = value_ns - median_ns;
  return {value_ns, low_ns + shift, high_ns + shift};
}

estimate estimate_of(std::span<const double> samples_ns, double floor) {
  const auto n = samples_ns.size();
  const double middle = median({samples_ns.begin(), samples_ns.end()});
  double half = floor * middle;
  if (n > 1) {
    const double error = standard_deviation(samples_ns) / std::sqrt(static_cast<double>(n));
    half = std::max(half, half_width_95(error, n));
  }
  return {middle, std::max(0.0, middle - half), middle + half};
}

sample_plan race(std::optional<double> elimination_threshold_ns) {
  return [threshold_ns = elimination_threshold_ns](std::span<const double> so_far) -> std::size_t {
    if (so_far.empty()) return first_launches;
    if (so_far.size() > first_launches) return 0;
    return !threshold_ns || estimate_of(so_far).low_ns <= *threshold_ns ? more_launches : 0;
  };
}

std::vector<std::size_t> finalists(std::span<const estimate> all, std::size_t most) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return all[i].median_ns; });
  if (order.empty()) return order;
  const estimate leader = all[order.front()];
  const double threshold_ns = std::max(leader.high_ns, 1.02 * leader.median_ns);
  std::erase_if(order, [&](std::size_t i) { return all[i].low_ns > threshold_ns; });
  order.resize(std::min(order.size(), most));
  return order;
}

bool tied(const rounds& left, const rounds& right) {
  const auto pairs = std::min(left.size(), right.size());
  if (pairs < 3) return true;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < pairs; ++i) ratios.push_back(std::log(left[i] / right[i]));
  const double error = standard_deviation(ratios) / std::sqrt(static_cast<double>(pairs));
  return std::abs(mean(ratios)) <= half_width_95(error, pairs);
}

retime::interval prediction(const rounds& rounds_ns, double floor) {
  const double middle = median(rounds_ns);
  double half = floor * middle;
  if (rounds_ns.size() > 1) {
    const double widened = std::sqrt(1 + 1 / static_cast<double>(rounds_ns.size()));
    const double error = standard_deviation(rounds_ns) * widened;
    half = std::max(half, half_width_95(error, rounds_ns.size()));
  }
  return {std::max(0.0, middle - half), middle + half};
}

}  // namespace retime::tune
