// Runs that were not taken in pairs: their spread lies at two levels, processes within a run and
// runs (Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013), and the host may
// have become faster or slower between them.
#pragma once

#include <string>
#include <vector>

#include "harness/gate/case_in_run.h"
#include "harness/gate/estimate.h"
#include "harness/gate/verdict.h"

namespace retime::gate {

/// Log medians of the processes of each run.
using run_logs = std::vector<std::vector<double>>;

struct unpaired_estimate {
  effect_estimate effect;
  bool few_units = false;  ///< what more units would most likely sharpen
  std::vector<std::string> notes{};
};

/// Rests on the runs' means where the runs are many enough, else on whichever is wider, what
/// processes show or what runs show. `equal` are A/A runs.
unpaired_estimate from_unpaired(const run_logs& base, const run_logs& new_runs,
                                const run_logs& equal, const compare_options& options);

/// How much of log(new / base) of the case's time the change of the host's pace from BASE to NEW
/// explains, at most: its logarithm, times the share of the time that it sets. At least 0, which is
/// said of a change below 5 % too, since unchanged hosts are read with such differences, and where
/// a process does not say the pace.
double explained_by_host(const std::vector<case_in_run>& base,
                         const std::vector<case_in_run>& new_runs);

}  // namespace retime::gate
