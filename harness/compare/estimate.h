// How much slower NEW is than BASE, and how well that is known. Everything here is in natural
// logarithms of time, so that 2 % slower and 2 % faster are equally far from zero.
//
// Run-to-run drift, not sample noise, decides comparisons: the samples of one process are never
// taken for replicates. The unit of inference is the pair (a block's log-ratio, which drift cancels
// from), or else the run.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace retime::compare {

/// Where the standard error of an effect comes from.
enum class evidence {
  paired_blocks,  ///< blocks of one interleaved session: spread of the blocks' log-ratios
  paired_runs,    ///< runs taken in pairs: spread of the pairs' log-ratios
  repeated_runs,  ///< several runs of the same code: their run-to-run variance
  assumed_drift,  ///< one run each: an unmeasured run-to-run drift is assumed, and said so
};
std::string to_text(evidence);

/// log(new / base) with its standard error. Infinite degrees of freedom: the error is assumed, not
/// estimated.
struct estimate {
  double log_ratio = 0;
  double standard_error = 0;
  double degrees_of_freedom = 0;
  std::size_t units = 0;  ///< pairs, or runs of both sides
  evidence from = evidence::assumed_drift;
};

/// No clock is trusted below this relative standard error, however alike its readings are.
inline constexpr double smallest_standard_error = 1e-4;

/// The 20 % trimmed mean of the pairs' log-ratios with its winsorised standard error (Yuen 1974),
/// which a few disturbed blocks do not move. Below five pairs nothing is trimmed and this is the
/// plain mean. Needs at least two pairs.
estimate from_pairs(std::span<const double> log_ratios, evidence from);

/// Sum of squared deviations from the group's own mean, and its degrees of freedom.
struct spread {
  double sum_of_squares = 0;
  double degrees_of_freedom = 0;
};
spread spread_of(std::span<const double> logs);
spread operator+(const spread& a, const spread& b);

/// Difference of the runs' mean log times; the run-to-run variance is pooled over BASE, NEW and
/// `learnt` (the spread of A/A runs). Needs at least one degree of freedom in all.
estimate from_runs(std::span<const double> base, std::span<const double> fresh,
                   const spread& learnt);

/// One run each and nothing learnt: `drift` is the assumed relative run-to-run standard deviation
/// of one run, `within` the standard error of the difference that the samples of the two runs show.
estimate from_assumed_drift(double log_ratio, double drift, double within);

/// The estimate with a standard error of at least that of `sessions`: log-ratios that sessions of
/// equal code showed, whose true mean is zero. Nothing changes if there are none.
estimate widen_to_session_spread(estimate effect, std::span<const double> sessions);

/// The interval of the log-ratio at this confidence, such as 0.99.
struct interval {
  double low = 0, high = 0;
};
interval confidence_interval(const estimate& effect, double confidence);

}  // namespace retime::compare
