#include "harness/gate/audit/rounds.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

namespace retime::gate {
namespace {

using side_times = std::span<const timed_case>;

/// One run of these processes; of blocks, the process is the run.
timing_run run_of(const design& way, side_times measured) {
  timing_run run{.source = "audit"};
  if (way.turns != alternation::none) run.session = "audit";
  run.looked_at = way.turns == alternation::processes;
  timed_case& all = run.cases["case"] = measured.front();
  if (way.turns == alternation::blocks) return run;
  all.processes.clear();
  all.blocks_ns.clear();
  double squares = 0, clocks_mhz = 0;
  for (const auto& process : measured) {
    all.processes.push_back({static_cast<std::int64_t>(all.processes.size()), *process.median_ns});
    all.resolution_limited |= process.resolution_limited;
    all.throttled |= process.throttled;
    squares += process.within * process.within;
    clocks_mhz += process.sm_clock_mhz.value_or(0);
  }
  const auto count = static_cast<double>(measured.size());
  all.within = std::sqrt(squares) / count;
  if (all.sm_clock_mhz) all.sm_clock_mhz = clocks_mhz / count;
  return run;
}

std::vector<timing_run> runs_of(const design& way, side_times measured) {
  std::vector<timing_run> runs;
  const auto length = static_cast<std::size_t>(way.processes);
  for (std::size_t i = 0; i < measured.size(); i += length)
    runs.push_back(run_of(way, measured.subspan(i, length)));
  return runs;
}

/// The rounds in pieces of one side's processes each; in every two pieces either side is once the
/// earlier one.
std::vector<case_result> one_after_the_other(const design& way, side_times base,
                                             side_times new_side, const compare_options& options) {
  std::vector<case_result> results;
  const auto piece = static_cast<std::size_t>(way.runs) * static_cast<std::size_t>(way.processes);
  for (std::size_t i = 0; i + 2 * piece <= base.size(); i += 2 * piece) {
    for (const auto& [of_base, of_new] : {std::pair(i, i + piece), std::pair(i + piece, i)}) {
      const inputs runs{.base = runs_of(way, base.subspan(of_base, piece)),
                        .new_runs = runs_of(way, new_side.subspan(of_new, piece)),
                        .equal = {}};
      results.push_back(compare_runs(runs, options).cases.front());
    }
  }
  return results;
}

/// Looked at after each round, and ended when it is decided.
case_result session_of(const design& way, side_times base, side_times new_side,
                       const compare_options& options) {
  for (std::size_t rounds = 1;; ++rounds) {
    const auto result = compare_runs({.base = {run_of(way, base.first(rounds))},
                                      .new_runs = {run_of(way, new_side.first(rounds))},
                                      .equal = {}},
                                     options);
    if (rounds == base.size() || !decided(result).empty()) return result.cases.front();
  }
}

std::vector<case_result> sessions(const design& way, side_times base, side_times new_side,
                                  const compare_options& options) {
  std::vector<case_result> results;
  const std::size_t length = std::min(base.size(), static_cast<std::size_t>(way.processes));
  for (std::size_t i = 0; length > 0 && i + length <= base.size(); i += length)
    results.push_back(
        session_of(way, base.subspan(i, length), new_side.subspan(i, length), options));
  return results;
}

}  // namespace

std::vector<cases::lengthening> injected_sides(const std::vector<double>& slowdowns) {
  const int base_runs = cases::runs_to_lengthen(slowdowns);
  std::set<int> runs{base_runs};
  for (const double slowdown : slowdowns)
    runs.insert(cases::lengthened(base_runs, slowdown).longer);
  std::vector<cases::lengthening> sides;
  for (const int longer : runs) sides.push_back({.base = base_runs, .longer = longer});
  return sides;
}

std::vector<design> designs_within() {
  return {{.name = "blocks of one process", .turns = alternation::blocks}};
}

std::vector<design> designs_across() {
  return {{.name = "1 v 1, 5 processes", .processes = 5},
          {.name = "3 v 3", .runs = 3},
          {.name = "ab, to 30 rounds", .processes = 30, .turns = alternation::processes}};
}

audited_rounds judge_rounds(const design& way, const measured_rounds& measured,
                            const compare_options& options) {
  audited_rounds audited;
  const auto judge = way.turns == alternation::none ? one_after_the_other : sessions;
  for (const auto& [slowdown, new_side] : measured.new_sides) {
    for (const auto& result : judge(way, measured.base, new_side, options)) {
      audited.matrix.add(slowdown, result.word);
      if (slowdown == 0 && result.effect)
        audited.half_widths.push_back(half_width(*result.effect, options.alpha));
    }
  }
  return audited;
}

}  // namespace retime::gate
