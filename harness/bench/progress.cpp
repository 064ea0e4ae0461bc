#include "harness/bench/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include "harness/measure/statistics.h"
#include "harness/text/number_text.h"
#include "harness/text/output.h"
#include "harness/text/text_table.h"

namespace retime::bench {
namespace {

constexpr double most_apart = 0.03;  // clocks of one run

/// The median of the processes that say; else 0.
double median_stolen_cores(const recorded_times& times) {
  std::vector<double> stolen;
  for (const auto& process : times.processes)
    if (process.stolen_cores) stolen.push_back(*process.stolen_cores);
  return stolen.empty() ? 0 : median(std::move(stolen));
}

std::vector<std::string> parts_of(const std::string& key) {
  std::vector<std::string> parts;
  std::istringstream text(key);
  for (std::string part; std::getline(text, part, '/');) parts.push_back(part);
  return parts;
}

}  // namespace

progress::progress(const std::vector<benchmark_case>& cases,
                   const std::map<std::string, double>& known_s,
                   const sweep::sweep_run_options& options, bool quiet)
    : left_(cases, known_s, options),
      cases_(cases.size()),
      common_(common_parts(cases)),
      quiet_(quiet) {}

void progress::note_turn() {
  if (current_ != nullptr) left_.took(*current_, since_turn_.s());
  since_turn_ = stopwatch();
}

void progress::begin(const sweep::case_turn& turn) {
  note_turn();
  current_ = turn.next;
  if (quiet_) return;
  const auto left_s = left_.seconds();
  const std::string waiting = left_s ? ", " + rough_time_text(*left_s) + " left" : "";
  const std::string process =
      turn.process == 0 ? "" : fmt::format(", process {}", turn.process + 1);
  const std::string before = fmt::format("{} of {} done{}{}: ", done_, cases_, process, waiting);
  const std::size_t columns = status_width(), used = width_of(before) + 1;
  const std::string name = short_key(turn.next->key, common_);
  show_progress(before + shortened(name, columns > used ? columns - used : 0));
}

void progress::end(const recorded_case& ended) {
  note_turn();
  current_ = nullptr;
  left_.is_done(ended.key);
  ++done_;
  if (quiet_) return;
  clear_progress();
  const std::size_t width = result_style().width;
  const std::string name = width > 0 ? short_key(ended.key, common_) : ended.key;
  print_result("{}\n", result_line(ended, name, width));
}

std::string times_text(const recorded_case& result, const recorded_times& times) {
  const auto& stats = times.stats;
  std::string text =
      fmt::format("{} +-{:.2f} %", duration_text(stats.median_ns), 100 * stats.half_width());
  if (times.noisy) text += " noisy";
  // With fewer, none is missing most of the time.
  if (const double stolen = median_stolen_cores(times);
      stolen >= 1 && result.runs_on == processor::cpu)
    text += fmt::format(", {:.1f} cores stolen", stolen);
  if (result.ceiling_bytes_per_s && result.work.bytes > 0) {
    text += fmt::format("  {:.1f} % of copy", result.work.bytes / (stats.median_ns * 1e-9) /
                                                  *result.ceiling_bytes_per_s * 100);
  }
  return text;
}

std::string outcome_text(const recorded_case& result) {
  const std::string form = result.printed ? result.form() + ", " : "";
  std::string line = form + to_text(result.outcome);
  if (!result.reason.empty()) line += ": " + result.reason;
  if (result.emulated && result.outcome == status::correct)
    return line + "  (emulated: no GPU time)";
  const recorded_times* times = result.measured();
  return times == nullptr ? line : line + "  " + times_text(result, *times);
}

std::string result_line(const recorded_case& result, const std::string& name, std::size_t width) {
  constexpr std::size_t usual_key = 72, least_key = 24, gap = 2;
  if (width == 0) return fmt::format("{:<{}} {}", name, usual_key, outcome_text(result));
  // What has a time is correct, and on a terminal the room is needed.
  const recorded_times* times = result.measured();
  const std::string form = !result.printed ? "" : *result.printed ? "printed  " : "tuned  ";
  const std::string outcome =
      times == nullptr ? outcome_text(result) : form + times_text(result, *times);
  const std::size_t used = width_of(outcome) + gap;
  const std::size_t left = width > used ? width - used : 0;
  const std::string shown = shortened(name, std::max(left, std::min(least_key, width)));
  return shortened(fmt::format("{:<{}}{:{}}{}", shown, left, "", gap, outcome), width);
}

std::set<std::string> common_parts(const std::vector<benchmark_case>& cases) {
  std::map<std::string, std::set<std::string>> values;  // a family is an axis without a name
  for (const auto& each : cases) {
    values[""].insert(each.key.substr(0, each.key.find('/')));
    for (const auto& part : parts_of(each.key))
      if (const auto equals = part.find('='); equals != part.npos)
        values[part.substr(0, equals)].insert(part);
  }
  std::set<std::string> common;
  for (const auto& [axis, parts] : values)
    if (cases.size() > 1 && parts.size() == 1) common.insert(*parts.begin());
  return common;
}

std::string short_key(const std::string& key, const std::set<std::string>& common) {
  std::string text;
  for (const auto& part : parts_of(key))
    if (!common.contains(part)) text += (text.empty() ? "" : "/") + part;
  return text;
}

std::optional<std::string> floating_clocks(const std::map<std::string, recorded_case>& cases,
                                           bool locked) {
  std::optional<clock_range> all;
  for (const auto& [key, result] : cases) {
    const recorded_times* times = result.measured();
    if (times == nullptr || !times->sm_clocks_mhz) continue;
    if (!all) all = times->sm_clocks_mhz;
    all->low = std::min(all->low, times->sm_clocks_mhz->low);
    all->high = std::max(all->high, times->sm_clocks_mhz->high);
  }
  if (!all || all->high <= (1 + most_apart) * all->low) return std::nullopt;
  return fmt::format("the SM clock went from {:.0f} to {:.0f} MHz{}", all->low, all->high,
                     locked ? ", though locked: power or heat did not allow more"
                            : " between samples; --lock-clocks keeps it at one");
}

}  // namespace retime::bench
