// The tuning spaces that a run holds: what T4 and Kernel Tuner's cache have one of in a file.
#pragma once

#include <string>
#include <vector>

#include "harness/exports/short_names.h"
#include "harness/record/recorded_run.h"

namespace retime::exports {

/// A variant at one workload, and what is known of its configurations.
struct recorded_space {
  named_problem problem;
  /// One of each configuration, in the order first recorded; every correct one has a measured time.
  std::vector<const recorded_case*> cases;
  std::string unfit;  ///< why its file would say nothing; else empty
};

/// In a tuning run the finalists' rounds go before a winner's last measurement and before what the
/// search saw: they stand side by side, so that the best of them is the winner. Throws bad_input
/// where no case has a tuning axis. The run must outlive them.
std::vector<recorded_space> tuning_spaces(const recorded_run& run);

}  // namespace retime::exports
