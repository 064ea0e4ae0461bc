// Runs that were not taken in pairs: their spread lies at two levels, processes within a run and
// runs (Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013).
#pragma once

#include <string>
#include <vector>

#include "harness/gate/estimate.h"
#include "harness/gate/options.h"

namespace retime::gate {

/// Log medians of the processes of each run.
using run_logs = std::vector<std::vector<double>>;

struct unpaired {
  estimate effect;
  bool few_units = false;  ///< what more units would most likely sharpen
  std::vector<std::string> notes{};
};

/// Rests on the runs' means where the runs are many enough, else on whichever is wider, what
/// processes show or what runs show. `equal` are A/A runs.
unpaired from_unpaired(const run_logs& base, const run_logs& fresh, const run_logs& equal,
                       const compare_options& options);

}  // namespace retime::gate
