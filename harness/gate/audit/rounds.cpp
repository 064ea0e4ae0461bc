#include "harness/gate/audit/rounds.h"

#include <algorithm>
#include <cmath>

namespace retime::gate {
namespace {

using process_times = std::span<const timed_case>;

/// One run of these processes.
timing_run run_of(const design& how, process_times measured) {
  timing_run run{.source = "audit"};
  if (how.looked_at) {
    run.session = "audit";
    run.looked_at = true;
  }
  timed_case& all = run.cases["case"] = measured.front();
  all.processes.clear();
  all.blocks_ns.clear();
  double squares = 0, clocks_mhz = 0;
  for (const auto& one : measured) {
    all.processes.push_back({static_cast<std::int64_t>(all.processes.size()), *one.median_ns});
    all.resolution_limited |= one.resolution_limited;
    all.throttled |= one.throttled;
    squares += one.within * one.within;
    clocks_mhz += one.sm_clock_mhz.value_or(0);
  }
  const auto count = static_cast<double>(measured.size());
  all.within = std::sqrt(squares) / count;
  if (all.sm_clock_mhz) all.sm_clock_mhz = clocks_mhz / count;
  return run;
}

std::vector<timing_run> runs_of(const design& how, process_times measured) {
  std::vector<timing_run> runs;
  const auto length = static_cast<std::size_t>(how.processes);
  for (std::size_t i = 0; i < measured.size(); i += length)
    runs.push_back(run_of(how, measured.subspan(i, length)));
  return runs;
}

/// The rounds in pieces of one side's processes each; in every two pieces either side is once the
/// earlier one.
std::vector<case_result> one_after_the_other(const design& how, process_times base,
                                             process_times fresh, const compare_options& options) {
  std::vector<case_result> results;
  const auto piece = static_cast<std::size_t>(how.runs) * static_cast<std::size_t>(how.processes);
  for (std::size_t i = 0; i + 2 * piece <= base.size(); i += 2 * piece) {
    for (const auto& [of_base, of_fresh] : {std::pair(i, i + piece), std::pair(i + piece, i)}) {
      const inputs from{.base = runs_of(how, base.subspan(of_base, piece)),
                        .fresh = runs_of(how, fresh.subspan(of_fresh, piece)),
                        .equal = {}};
      results.push_back(compare_runs(from, options).cases.front());
    }
  }
  return results;
}

/// Looked at after each round, and ended when it is decided.
case_result looked_at_session(const design& how, process_times base, process_times fresh,
                              const compare_options& options) {
  for (std::size_t rounds = 1;; ++rounds) {
    const auto result = compare_runs({.base = {run_of(how, base.first(rounds))},
                                      .fresh = {run_of(how, fresh.first(rounds))},
                                      .equal = {}},
                                     options);
    if (rounds == base.size() || !decided(result).empty()) return result.cases.front();
  }
}

std::vector<case_result> sessions(const design& how, process_times base, process_times fresh,
                                  const compare_options& options) {
  std::vector<case_result> results;
  const std::size_t length = std::min(base.size(), static_cast<std::size_t>(how.processes));
  for (std::size_t i = 0; length > 0 && i + length <= base.size(); i += length)
    results.push_back(
        looked_at_session(how, base.subspan(i, length), fresh.subspan(i, length), options));
  return results;
}

}  // namespace

std::vector<design> designs_across() {
  return {{.name = "1 v 1, 5 processes", .processes = 5},
          {.name = "3 v 3", .runs = 3},
          {.name = "ab, to 30 rounds", .processes = 30, .looked_at = true}};
}

audited_rounds judge_rounds(const design& how, const measured_rounds& measured,
                            const compare_options& options) {
  audited_rounds audited;
  const auto judge = how.looked_at ? sessions : one_after_the_other;
  for (const auto& [slowdown, fresh] : measured.fresh) {
    for (const auto& one : judge(how, measured.base, fresh, options)) {
      audited.matrix.add(slowdown, one.word);
      if (slowdown == 0 && one.effect)
        audited.half_widths.push_back(half_width(*one.effect, options.alpha));
    }
  }
  return audited;
}

}  // namespace retime::gate
