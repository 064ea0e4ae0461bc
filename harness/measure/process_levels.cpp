#include "harness/measure/process_levels.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "harness/measure/inference.h"
#include "kernels/support/students_t.h"

namespace retime {

process_levels levels_of(std::span<const process_median> processes) {
  if (processes.size() < 2) throw std::invalid_argument("one process shows no spread between them");
  const auto count = static_cast<double>(processes.size());
  std::vector<double> medians_ns, logs;
  double within = 0;  // mean square, relative
  for (const auto& [median_ns, relative_error] : processes) {
    medians_ns.push_back(median_ns);
    logs.push_back(std::log(median_ns));
    within += relative_error * relative_error / count;
  }
  const double shown = sum_of_squares(logs) / (count - 1);
  const double spread = std::sqrt(std::max(shown, within) * (1 + 1 / count));
  const double reach = upper_quantile(0.025, count - 1) * spread;
  const double center = mean(logs);
  process_levels result{.median_ns = median(medians_ns)};
  result.sd_within_ns = result.median_ns * std::sqrt(within);
  result.sd_between_ns = result.median_ns * std::sqrt(std::max(0.0, shown - within));
  result.to_come_ns = {std::exp(center - reach), std::exp(center + reach)};
  return result;
}

double relative_error_of(const interval& ci_of_median) {
  return std::log(ci_of_median.high / ci_of_median.low) / (2 * z_95);
}

}  // namespace retime
