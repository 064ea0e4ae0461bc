#include "harness/tune/device/racing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace retime::tune {
namespace {

/// The 97.5 % quantile of Student's t.
double student_t(std::size_t degrees) {
  constexpr std::array table{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365,
                             2.306,  2.262, 2.228, 2.201, 2.179, 2.160, 2.145};
  if (degrees == 0) return INFINITY;
  if (degrees <= table.size()) return table[degrees - 1];
  return 1.960 + 2.5 / static_cast<double>(degrees);
}

struct moments {
  double mean = 0, deviation = 0;
};

moments moments_of(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, values.size() > 1 ? std::sqrt(squares / (n - 1)) : 0};
}

}  // namespace

estimate estimate_of(std::span<const double> samples_ns, double floor) {
  const auto n = samples_ns.size();
  const double middle = median({samples_ns.begin(), samples_ns.end()});
  double half = floor * middle;
  if (n > 1) {
    const double standard_error =
        moments_of(samples_ns).deviation / std::sqrt(static_cast<double>(n));
    half = std::max(half, student_t(n - 1) * standard_error);
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

bool tied(const rounds& one, const rounds& other) {
  const auto pairs = std::min(one.size(), other.size());
  if (pairs < 3) return true;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < pairs; ++i) ratios.push_back(std::log(one[i] / other[i]));
  const auto [mean, deviation] = moments_of(ratios);
  return std::abs(mean) <= student_t(pairs - 1) * deviation / std::sqrt(static_cast<double>(pairs));
}

retime::interval prediction(const rounds& rounds_ns, double floor) {
  const double middle = median(rounds_ns);
  double half = floor * middle;
  if (rounds_ns.size() > 1) {
    const double widened = std::sqrt(1 + 1 / static_cast<double>(rounds_ns.size()));
    half =
        std::max(half, student_t(rounds_ns.size() - 1) * moments_of(rounds_ns).deviation * widened);
  }
  return {std::max(0.0, middle - half), middle + half};
}

}  // namespace retime::tune
