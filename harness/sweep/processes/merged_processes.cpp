#include "harness/sweep/processes/merged_processes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/measure/inference.h"
#include "harness/measure/process_levels.h"

namespace retime::sweep {
namespace {

std::optional<recorded_case> failure(std::span<const recorded_case> records) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i].outcome == status::correct) continue;
    recorded_case failed = records[i];
    if (i > 0)
      failed.reason =
          fmt::format("in process {}, correct in those before: {}", i + 1, failed.reason);
    return failed;
  }
  return std::nullopt;
}

template <class T>
void append(std::vector<T>& list, const std::vector<T>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

/// Blocks keep their numbers apart, and say whose they are.
void append_blocks(std::vector<recorded_block>& all, const std::vector<recorded_block>& more,
                   std::size_t process) {
  const auto before = static_cast<std::int64_t>(all.size());
  for (recorded_block block : more) {
    block.process = process;
    block.round += before;
    all.push_back(block);
  }
}

void append_times(recorded_times& all, const recorded_times& more, std::size_t process) {
  append_blocks(all.blocks, more.blocks, process);
  append(all.states, more.states);
  append(all.samples_ns, more.samples_ns);
  append(all.processes, more.processes);
  all.processes.back().round = static_cast<std::int64_t>(process);
  all.wall_s += more.wall_s;
  all.throttled_samples += more.throttled_samples;
  all.resolution_ns = std::max(all.resolution_ns, more.resolution_ns);
  all.resolution_limited |= more.resolution_limited;
  all.throttled |= more.throttled;
  all.stats.n_effective += more.stats.n_effective;
  all.stats.bimodal |= more.stats.bimodal;
}

/// That of the processes that say it, each by the length of its window; nothing if none does.
std::optional<energy_use> energy_of(std::span<const recorded_case> records) {
  double window_s = 0, joules = 0, busy_s = 0;
  for (const auto& record : records) {
    const auto& energy = record.times->energy;
    if (!energy) continue;
    window_s += energy->window_s;
    joules += energy->window_s * energy->power_w;
    busy_s += energy->window_s * energy->busy;
  }
  if (window_s <= 0) return std::nullopt;
  return energy_use{.power_w = joules / window_s, .window_s = window_s, .busy = busy_s / window_s};
}

void take_levels(recorded_times& times) {
  std::vector<process_median> medians;
  for (const auto& process : times.processes)
    medians.push_back(
        {process.median_ns, relative_error_of({process.ci_low_ns, process.ci_high_ns})});
  const process_levels levels = levels_of(medians);
  const double step_ns = times.resolution_ns / 2;
  const auto [min, max] = std::ranges::minmax(times.samples_ns);
  statistics& stats = times.stats;
  stats.median_ns = levels.median_ns;
  stats.mean_ns = mean(times.samples_ns);
  stats.min_ns = min;
  stats.max_ns = max;
  stats.sd_ns = standard_deviation(times.samples_ns);
  stats.ci_low_ns = std::max(levels.to_come_ns.low / 2, levels.to_come_ns.low - step_ns);
  stats.ci_high_ns = levels.to_come_ns.high + step_ns;
  times.is_of_process_to_come = true;
  times.sd_within_ns = levels.sd_within_ns;
  times.sd_between_ns = levels.sd_between_ns;
}

/// The verification that came nearest to its tolerance.
const std::optional<verification>& worst_verification(std::span<const recorded_case> records) {
  const auto deviation = [](const recorded_case& record) {
    const auto& after = record.verify_after;
    return after && std::isfinite(after->value) ? after->value : 0;
  };
  return std::ranges::max_element(records, {}, deviation)->verify_after;
}

}  // namespace

recorded_case merged(std::span<const recorded_case> records, double precision) {
  if (auto failed = failure(records)) return *std::move(failed);
  recorded_case all = records.front();
  if (records.size() == 1 || !all.times) return all;
  recorded_times& times = *all.times;
  times.precision = precision;
  for (auto& block : times.blocks) block.process = 0;
  for (std::size_t i = 1; i < records.size(); ++i) append_times(times, *records[i].times, i);
  all.verify_after = worst_verification(records);
  take_levels(times);
  times.energy = energy_of(records);
  conclude(times, all.emulated);
  return all;
}

}  // namespace retime::sweep
