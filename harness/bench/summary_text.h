// The summary of a run as people read it.
#pragma once

#include <string>

#include "harness/bench/run_summary.h"
#include "harness/text/text_table.h"

namespace retime::bench {

/// Under a heading for each workload, a row a variant: median, half-width of its 95 % interval,
/// share of the copy's bandwidth, times as fast as its base, what a paper prints of that,
/// configuration.
text_table summary_table(const run_summary& summary);

/// The same for programs: a row a variant under one header, each number in a column of its own, in
/// ns or as a factor.
text_table summary_columns(const run_summary& summary);

/// Table, counts and what was not correct, of a run; without papers' numbers where the program has
/// none.
std::string summary_text(const recorded_run& run, const text_style& style);

/// "12 cases: 10 correct, 2 incorrect; 1 noisy: ...", then the incorrect ones and the like.
std::string counts_text(const run_summary& summary);

}  // namespace retime::bench
