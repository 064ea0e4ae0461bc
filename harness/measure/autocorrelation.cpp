// The autocorrelation time of a stream's signs about its median.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "harness/measure/statistics.h"

namespace retime {
namespace {

constexpr std::size_t most_batches =
    4096;  // lags cost batches x lags, so this bounds a check to milliseconds

/// +1 above the median, -1 below, 0 at it, less their mean. The median's variance depends on
/// nothing else.
std::vector<double> centred_signs(std::span<const double> in_order) {
  const double centre = median({in_order.begin(), in_order.end()});
  std::vector<double> signs;
  signs.reserve(in_order.size());
  double sum = 0;
  for (const double x : in_order) {
    signs.push_back(static_cast<double>(x > centre) - static_cast<double>(x < centre));
    sum += signs.back();
  }
  const double mean = sum / static_cast<double>(signs.size());
  for (double& sign : signs) sign -= mean;
  return signs;
}

double autocovariance(std::span<const double> x, std::size_t lag) {
  double sum = 0;
  for (std::size_t i = lag; i < x.size(); ++i) sum += x[i] * x[i - lag];
  return sum / static_cast<double>(x.size());
}

std::vector<double> batch_means(std::span<const double> x, std::size_t length) {
  std::vector<double> means(x.size() / length);
  for (std::size_t i = 0; i < means.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < length; ++j) sum += x[i * length + j];
    means[i] = sum / static_cast<double>(length);
  }
  return means;
}

/// Sum of the autocovariances over all lags, both signs, as far as Geyer's pairs stay positive and
/// fall.
double long_run_variance(std::span<const double> x) {
  double sum = -autocovariance(x, 0);
  double last_pair = 2 * autocovariance(x, 0);
  for (std::size_t lag = 0; lag + 1 < x.size() / 2 + 1; lag += 2) {
    const double pair = std::min(last_pair, autocovariance(x, lag) + autocovariance(x, lag + 1));
    if (pair <= 0) break;
    sum += 2 * pair;
    last_pair = pair;
  }
  return sum;
}

}  // namespace

double autocorrelation_time(std::span<const double> in_order) {
  const std::size_t n = in_order.size();
  if (n < 4) return 1;
  const auto signs = centred_signs(in_order);
  const double variance = autocovariance(signs, 0);
  if (variance <= 0) return 1;
  const std::size_t length = (n + most_batches - 1) / most_batches;
  const auto batches = batch_means(signs, length);
  const double time = static_cast<double>(length) * long_run_variance(batches) / variance;
  // Taking the mean off the signs hides a share time/n of their long-run variance: put it back.
  const double share = std::min(0.5, time / static_cast<double>(n));
  const double corrected = std::max(1.0, time / (1 - share));
  // A stream of few autocorrelation times says little of that time, and a rule that stops on a
  // small interval picks the underestimates: add the estimate's own standard error, sqrt(10 time/n)
  // of it, to what exceeds independence.
  const double error = std::min(1.0, std::sqrt(10 * corrected / static_cast<double>(n)));
  return std::min(1 + (corrected - 1) * (1 + error), static_cast<double>(n));
}

}  // namespace retime
