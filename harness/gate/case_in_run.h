// A case as the runs tell of it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/gate/timing_run.h"

namespace retime::gate {

/// A run that timed the case correctly, and what it says of it.
struct case_in_run {
  const timing_run* run = nullptr;
  const timed_case* seen = nullptr;
};

/// The runs among `runs` that hold a time for the case, in order.
std::vector<case_in_run> cases_in_runs(const std::string& key, std::span<const timing_run> runs);

/// Log medians of the processes of the run.
std::vector<double> log_medians(const case_in_run& one);

}  // namespace retime::gate
