// How much slower NEW is than BASE, and how well that is known. Everything here is in natural
// logarithms of time, so that 2 % slower and 2 % faster are equally far from zero.
//
// What differs from process to process, not sample noise, decides comparisons: the samples of one
// process are never taken for replicates. The unit of inference is the pair (a log-ratio, which
// drift cancels from), or else the process, or the run.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "harness/measure/statistics.h"

namespace retime::gate {

/// Where the standard error of an effect comes from.
enum class evidence {
  paired_processes,  ///< processes of one session, taken in alternation: spread of their log-ratios
  paired_blocks,     ///< blocks of one interleaved process: spread of the blocks' log-ratios
  paired_runs,       ///< runs taken in pairs: spread of the pairs' log-ratios
  repeated_runs,     ///< several runs of the same code: their run-to-run variance
  processes,         ///< several processes of a run: their variance, and an assumption about runs
  one_process_each,  ///< nothing was repeated: no spread is known
};
std::string to_text(evidence);

/// log(new / base) with its standard error, which is infinite where nothing was repeated.
struct effect_estimate {
  double log_ratio = 0;
  double standard_error = 0;
  double degrees_of_freedom = 0;
  std::size_t units = 0;  ///< pairs, or processes or runs of both sides
  evidence basis = evidence::one_process_each;
  double share = 1;  ///< of the accepted error: below 1 if the data are looked at more than once
};

/// No clock is trusted below this relative standard error, however alike its readings are.
inline constexpr double smallest_standard_error = 1e-4;

/// Whether units of so many degrees of freedom may well agree by chance. On a clock of two speeds
/// with equal odds, all units of BASE then have one speed and all of NEW the other more often than
/// `alpha`. 8 pairs, or 5 units a side, are not few at 1 %.
bool few(double degrees_of_freedom, double alpha);

/// The 20 % trimmed mean of the pairs' log-ratios with its winsorised standard error (Yuen 1974),
/// which a few disturbed pairs do not move. Below ten pairs this is the plain mean: there, trimming
/// costs more degrees of freedom than it saves. From ten on its error is up to 1.3 times what is
/// asked of it. Needs at least two pairs.
effect_estimate from_pairs(std::span<const double> log_ratios, evidence basis);

/// Sum of squared deviations from the group's own mean, and its degrees of freedom.
struct spread {
  double sum_of_squares = 0;
  double degrees_of_freedom = 0;
};
spread spread_of(std::span<const double> logs);
spread operator+(const spread& a, const spread& b);

/// Difference of the runs' mean log times. Where both sides are repeated and no A/A runs are given,
/// each side has its own variance (Welch 1947); else one is pooled over BASE, NEW and `learnt` (the
/// spread of A/A runs). No variance is taken for less than that of `least_deviation`. Needs at
/// least one degree of freedom in all.
effect_estimate from_runs(std::span<const double> base, std::span<const double> new_runs,
                          const spread& learnt, double least_deviation = 0);

/// The estimate of two units that nothing repeats.
effect_estimate unmeasured(double log_ratio);

/// The estimate with a standard error of at least that of `sessions`: log-ratios that sessions of
/// equal code showed, whose true mean is zero. Nothing changes if there are none.
effect_estimate widen_to_session_spread(effect_estimate effect, std::span<const double> sessions);

/// The interval of the log-ratio at this confidence, such as 0.99: over all looks, if there are
/// several.
interval confidence_interval(const effect_estimate& effect, double confidence);
/// Half the width of the interval with an error of `alpha`.
double half_width(const effect_estimate& effect, double alpha);

}  // namespace retime::gate
