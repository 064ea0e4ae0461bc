#include "harness/gate/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "harness/gate/case_estimate.h"
#include "harness/gate/comparable.h"
#include "harness/measure/inference.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
namespace {

constexpr const char* not_timed = "not timed";

std::set<std::string> keys_of(std::span<const timing_run> runs) {
  std::set<std::string> keys;
  for (const auto& run : runs) {
    for (const auto& [key, times] : run.cases) keys.insert(key);
  }
  return keys;
}

/// "correct" if any run timed it; else the status of the last run that has the case.
std::pair<std::string, std::string> outcome(const std::string& key,
                                            std::span<const timing_run> runs) {
  std::pair<std::string, std::string> last;
  for (const auto& run : runs) {
    const auto entry = run.cases.find(key);
    if (entry == run.cases.end()) continue;
    const auto& times = entry->second;
    if (times.status == "correct" && !times.median_ns) {
      last = {not_timed, times.reason};
    } else {
      last = {times.status, times.reason};
    }
    if (last.first != "correct") return last;  // one wrong run is enough to distrust the case
  }
  return last;
}

double geometric_mean_ns(const std::vector<case_in_run>& cases) {
  std::vector<double> logs;
  for (const auto& in_run : cases) {
    const auto of_run = log_medians(in_run);
    logs.insert(logs.end(), of_run.begin(), of_run.end());
  }
  return std::exp(mean(logs));
}

bool emulated(const std::vector<case_in_run>& cases) {
  return std::ranges::any_of(cases,
                             [](const case_in_run& in_run) { return in_run.times->emulated; });
}

std::optional<double> clock_mhz(const std::vector<case_in_run>& cases) {
  double sum = 0, count = 0;
  for (const auto& in_run : cases) {
    if (in_run.times->sm_clock_mhz) sum += *in_run.times->sm_clock_mhz, ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

/// What the SM clock did while the case ran. Unpaired runs at clocks this far apart are not
/// comparable; in pairs a lower clock is the case's own doing.
bool clocks_agree(case_result& result, const std::vector<case_in_run>& base,
                  const std::vector<case_in_run>& new_runs, const compare_options& options) {
  const auto was = clock_mhz(base), is = clock_mhz(new_runs);
  if (!was || !is || std::abs(*is / *was - 1) < 0.02) return true;
  result.notes.push_back(fmt::format("SM clock {:.0f} -> {:.0f} MHz", *was, *is));
  const evidence basis = result.effect->basis;
  const bool paired = basis == evidence::paired_processes || basis == evidence::paired_blocks ||
                      basis == evidence::paired_runs;
  const bool accepted = std::ranges::find(options.accepted, "clock") != options.accepted.end();
  return paired || accepted || std::abs(*is / *was - 1) < 0.05;
}

bool throttled(const std::vector<case_in_run>& cases) {
  return std::ranges::any_of(cases,
                             [](const case_in_run& in_run) { return in_run.times->throttled; });
}

case_result judge(const std::string& key, const inputs& runs, const comparison& so_far) {
  const auto base = cases_in_runs(key, runs.base), new_runs = cases_in_runs(key, runs.new_runs);
  case_result result{
      .key = key, .base_ns = geometric_mean_ns(base), .new_ns = geometric_mean_ns(new_runs)};
  if (emulated(base) || emulated(new_runs)) {
    result.notes.push_back("emulated times");
    return result;
  }
  auto judged = estimate_case(base, new_runs, cases_in_runs(key, runs.equal), so_far.options);
  result.effect = judged.effect;
  result.few_units = judged.few_units;
  result.hidden_by_host = judged.hidden_by_host;
  result.notes = std::move(judged.notes);
  if (throttled(base) || throttled(new_runs)) result.notes.push_back("throttled");
  const bool on_gpu = new_runs.front().times->on_gpu;
  const bool same_clocks = clocks_agree(result, base, new_runs, so_far.options);
  if (!(on_gpu ? so_far.gpu_differences : so_far.host_differences).empty()) {
    result.notes.push_back("other conditions");
  } else if (same_clocks) {
    result.p = judged.p;
    result.word = verdict::undecided;
  }
  return result;
}

/// A run that is compared with itself agrees with itself, which says nothing.
void leave_undecided(std::vector<case_result>& cases) {
  for (auto& entry : cases) {
    if (!entry.effect) continue;
    entry.effect = unmeasured(entry.effect->log_ratio);
    entry.p = {};
    entry.few_units = false;  // more of the same would not help
  }
}

/// The two families of tests are corrected separately: each over all comparable cases.
void correct_and_decide(std::vector<case_result>& cases, const compare_options& options) {
  std::vector<case_result*> comparable;
  std::vector<double> beyond, within;
  for (auto& entry : cases) {
    if (entry.word == verdict::not_comparable) continue;
    comparable.push_back(&entry);
    beyond.push_back(entry.p.p_beyond);
    within.push_back(entry.p.p_within);
  }
  beyond = corrected(beyond, options.correct);
  within = corrected(within, options.correct);
  for (std::size_t i = 0; i < comparable.size(); ++i) {
    comparable[i]->p = {beyond[i], within[i]};
    comparable[i]->word = decide(*comparable[i]->effect, comparable[i]->p, options.alpha);
  }
}

void check_pairing(const inputs& runs, const compare_options& options) {
  if (options.pair_runs && (runs.base.size() != runs.new_runs.size() || runs.base.size() < 2)) {
    throw bad_input(
        fmt::format("--paired: {} BASE and {} NEW runs; pairs need as many of each, at least 2",
                    runs.base.size(), runs.new_runs.size()));
  }
  if (options.pair_runs && !runs.equal.empty()) {
    throw bad_input("--paired with --aa: pairs show their own spread; give one of the two");
  }
}

/// A point that the variant now refuses, or that was verified without being timed, is not wrong.
bool broke(const std::string& was, const std::string& is) {
  const bool was_right = was == "correct" || was == not_timed;
  return was_right && is != "correct" && is != "constraint" && is != not_timed;
}

void take_key(comparison& result, const std::string& key, const inputs& runs) {
  const auto [was, why_then] = outcome(key, runs.base);
  const auto [is, why_now] = outcome(key, runs.new_runs);
  if (is.empty()) {
    result.missing.push_back(key);
  } else if (was.empty()) {
    result.added.push_back(key);
  } else if (was == "correct" && is == "correct") {
    result.cases.push_back(judge(key, runs, result));
  } else if (was != is || is != "constraint") {  // a point that never could run is no news
    result.failed.push_back({key, was, is, is == "correct" ? why_then : why_now, broke(was, is)});
  }
}

}  // namespace

std::size_t comparison::count(verdict word) const {
  return static_cast<std::size_t>(std::ranges::count(cases, word, &case_result::word));
}

std::size_t comparison::too_seldom() const {
  return static_cast<std::size_t>(std::ranges::count_if(cases, [](const case_result& entry) {
    return entry.word == verdict::undecided && entry.few_units;
  }));
}

std::size_t comparison::hidden_by_host() const {
  return static_cast<std::size_t>(std::ranges::count_if(cases, [](const case_result& entry) {
    return entry.word == verdict::undecided && entry.hidden_by_host;
  }));
}

bool comparison::broke() const { return std::ranges::any_of(failed, &failed_case::broke); }

std::set<std::string> decided(const comparison& result) {
  std::set<std::string> keys;
  for (const auto& entry : result.cases) {
    if (entry.word != verdict::undecided && entry.word != verdict::not_comparable)
      keys.insert(entry.key);
  }
  return keys;
}

comparison compare_runs(const inputs& all_runs, const compare_options& options) {
  comparison result{.options = options};
  const inputs runs = without_copies(all_runs, result.copies);
  check_pairing(runs, options);
  for (const auto& run : runs.base) result.base_sources.push_back(run.source);
  for (const auto& run : runs.new_runs) result.new_sources.push_back(run.source);
  result.gpu_differences = differences(runs.base, runs.new_runs, true, options.accepted);
  result.host_differences = differences(runs.base, runs.new_runs, false, options.accepted);
  auto keys = keys_of(runs.base);
  keys.merge(keys_of(runs.new_runs));
  for (const auto& key : keys) take_key(result, key, runs);
  if (auto shared = shared_run(runs); !shared.empty()) {
    leave_undecided(result.cases);
    result.copies.push_back(std::move(shared));
  }
  correct_and_decide(result.cases, options);
  return result;
}

int exit_status_of(const comparison& result, bool strict) {
  if (result.count(verdict::slower) > 0 || result.broke()) return 1;
  if (result.cases.empty() || result.count(verdict::not_comparable) > 0) return 3;
  const bool open = result.count(verdict::undecided) > 0 || !result.missing.empty();
  return strict && open ? 4 : 0;
}

}  // namespace retime::gate
