// Statistics of one stream of samples, in the order in which they were taken: order matters, since
// timings that follow each other resemble each other and must not be counted as independent.
#pragma once

#include <span>
#include <vector>

namespace retime {

struct statistics {
  double median_ns = 0, mean_ns = 0, min_ns = 0, max_ns = 0, sd_ns = 0;
  double ci_low_ns = 0, ci_high_ns = 0;  ///< 95 % interval of the median
  double n_effective = 0;                ///< samples after allowance for autocorrelation
  bool bimodal = false;
  /// Half of the interval's width, relative to the median.
  double half_width() const;
};

struct interval {
  double low = 0, high = 0;
};

double median(std::vector<double> values);

/// How many samples carry as much information on the median as one independent sample would; at
/// least 1. The long-run variance of the signs about the median over their variance: batch means
/// bound the cost on long streams, Geyer's initial monotone sequence (Statistical Science 7, 1992)
/// sums what correlation they leave.
double autocorrelation_time(std::span<const double> in_order);

/// 95 % interval of the median from order statistics, so that no shape is assumed: the ranks n/2
/// +- 1.96 sqrt(n t)/2, t the autocorrelation time. The whole range where there are too few samples
/// to leave any out.
interval median_interval(std::span<const double> sorted, double autocorrelation_time);

/// Hartigan's dip (Annals of Statistics 13, 1985): the greatest distance between the empirical
/// distribution and the unimodal one nearest to it. Between 1/(2n) and 1/4.
double dip(std::span<const double> sorted);

/// Whether the stream has more than one mode, by the dip. Samples are spread over the clock's step
/// before it is taken, lest the clock's ticks pass for modes. Says no to streams of under 40
/// independent samples.
bool is_bimodal(std::span<const double> in_order, double quantum_ns = 0);

/// All of the above. `quantum_ns`, the step of the clock, widens the interval by half a step either
/// way. An empty stream gives zeros.
statistics summarize(std::span<const double> in_order, double quantum_ns = 0);

}  // namespace retime
