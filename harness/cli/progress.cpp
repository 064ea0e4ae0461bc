#include "harness/cli/progress.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "harness/measure/statistics.h"
#include "harness/support/duration_text.h"
#include "harness/support/output.h"

namespace retime {
namespace {

/// In the median of the processes that say; else 0.
double median_stolen_cores(const recorded_times& times) {
  std::vector<double> known;
  for (const auto& process : times.processes)
    if (process.stolen_cores) known.push_back(*process.stolen_cores);
  return known.empty() ? 0 : median(std::move(known));
}

}  // namespace

void progress::begin(const case_turn& turn) {
  const auto begun = static_cast<double>(begun_);
  const auto to_come = static_cast<double>(turns_ > begun_ ? turns_ - begun_ : 1);
  const std::string left =
      begun_ == 0 ? "?" : fmt::format("{:.0f} s", watch_.s() / begun * to_come);
  const std::string process =
      turn.process == 0 ? "" : fmt::format("process {}, ", turn.process + 1);
  ++begun_;
  show_progress(fmt::format("{}case {} of {}, {} left: {}", process, turn.place + 1, turn.cases,
                            left, turn.next->key));
}

void progress::end(const recorded_case& ended) {
  clear_progress();
  print_result("{}\n", result_line(ended));
}

std::string result_line(const recorded_case& result) {
  const std::string form = result.printed ? result.form() + ", " : "";
  std::string line = fmt::format("{:<72} {}{}", result.key, form, to_text(result.outcome));
  if (!result.reason.empty()) line += ": " + result.reason;
  if (result.emulated && result.outcome == status::correct)
    return line + "  (emulated: no GPU time)";
  const recorded_times* times = result.measured();
  if (times == nullptr) return line;
  const auto& stats = times->stats;
  line += fmt::format("  {} +-{:.2f} %", duration_text(stats.median_ns), 100 * stats.half_width());
  if (times->processes.size() > 1) line += fmt::format(" ({} processes)", times->processes.size());
  if (times->noisy) line += " noisy";
  // With fewer, none is missing most of the time.
  if (const double stolen = median_stolen_cores(*times);
      stolen >= 1 && result.runs_on == processor::cpu)
    line += fmt::format(", {:.1f} cores stolen", stolen);
  if (result.ceiling_bytes_per_s && result.work.bytes > 0) {
    line += fmt::format("  {:.1f} % of copy", result.work.bytes / (stats.median_ns * 1e-9) /
                                                  *result.ceiling_bytes_per_s * 100);
  }
  return line;
}

}  // namespace retime
