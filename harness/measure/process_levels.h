// What the medians of several fresh processes say together: the two levels of repetition at which a
// time varies, samples within a process and processes (Kalibera and Jones, Rigorous Benchmarking in
// Reasonable Time, ISMM 2013).
#pragma once

#include <span>

#include "harness/measure/statistics.h"

namespace retime {

/// What one process says of a case's time.
struct process_median {
  double median_ns = 0;
  double relative_error = 0;  ///< standard error of its logarithm, as the process's samples show it
};

struct process_levels {
  double median_ns = 0;      ///< of the processes' medians
  double sd_within_ns = 0;   ///< of a process's median as its own samples explain it: the root mean
                             ///< square of the standard errors
  double sd_between_ns = 0;  ///< of the medians beyond that; 0 where the samples explain all of it
  /// Where the median of a process to come falls with 95 %: Student's prediction interval about the
  /// logarithms of the medians. Their spread is taken for no smaller than their samples explain.
  interval to_come_ns;
};

/// Needs at least two processes.
process_levels levels_of(std::span<const process_median> processes);

/// Standard error of the logarithm of a median whose 95 % interval is known. Of the logarithm,
/// since few samples of which one was disturbed reach to many times the median, and never below
/// nothing.
double relative_error_of(const interval& ci_of_median);

}  // namespace retime
