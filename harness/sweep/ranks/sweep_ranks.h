// A sweep over the boards of several ranks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/sweep/processes/sweep_run.h"
#include "harness/sweep/ranks/members.h"

namespace retime::sweep::ranks {

/// As retime::run_sweep, on all boards at once. The cases of one input stay on one board; those
/// that take longest, by `seconds`, are handed out first. What a lost rank had not finished goes to
/// another, and lost_ranks.jsonl beside the records says so; a case that was under way in three
/// ranks that were lost is a runtime_error. Throws std::runtime_error once all ranks are lost.
void sweep_ranks(const std::vector<benchmark_case>& cases,
                 const std::map<std::string, double>& seconds, members& boards, run_directory& into,
                 const sweep_run_options& options, const sweep_run_observer& observer);

}  // namespace retime::sweep::ranks
