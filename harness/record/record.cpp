#include "harness/record/record.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/registry/printed_form.h"
#include "harness/text/enum_text.h"
#include "kernels/device/properties.h"

namespace retime {
namespace {

constexpr enum_text<status> statuses[] = {{status::correct, "correct"},
                                          {status::incorrect, "incorrect"},
                                          {status::constraint, "constraint"},
                                          {status::compile_error, "compile_error"},
                                          {status::runtime_error, "runtime_error"},
                                          {status::out_of_memory, "out_of_memory"},
                                          {status::timeout, "timeout"}};

/// A lone sample says nothing of how far the next may be.
bool is_noisy(const recorded_times& times) {
  return times.samples_ns.size() <= 1 || !(times.stats.half_width() <= times.precision);
}

}  // namespace

std::string to_text(status outcome) { return text_in(statuses, outcome); }

std::optional<status> status_from(const std::string& text) { return value_in(statuses, text); }

std::map<std::string, axis_value> recorded_case::workload() const {
  auto named = axes;
  for (const auto& axis : tuning) named.erase(axis);
  return named;
}

void name_case(recorded_case& result, const benchmark_case& benchmark) {
  const variant& variant = *benchmark.variant;
  result.key = benchmark.key;
  result.family = benchmark.family->id;
  result.variant = variant.id;
  result.runs_on = variant.runs_on;
  result.axes = benchmark.point.values();
  result.tuning.clear();
  for (const auto& axis : variant.axes) result.tuning.push_back(axis.name);
  result.size_axis = benchmark.family->size_axis;
  result.base = variant.base;
  result.paper = variant.paper.paper;
  result.label = variant.paper.label;
  result.paper_tuning = variant.printed;
  result.printed.reset();
  if (!result.paper.empty()) result.printed = is_printed(variant, benchmark.point);
}

recorded_case blank_record(const benchmark_case& benchmark) {
  recorded_case blank;
  name_case(blank, benchmark);
  blank.emulated = device::is_emulation() && blank.runs_on == processor::gpu;
  const double needed_bytes = benchmark.variant->memory_bytes(benchmark.point);
  if (needed_bytes > 0) blank.memory = {.needed_bytes = needed_bytes};
  return blank;
}

std::string outcome_and_reason(const recorded_case& result) {
  const auto word = to_text(result.outcome);
  if (result.outcome != status::correct)
    return result.reason.empty() ? word : fmt::format("{}: {}", word, result.reason);
  if (result.times && result.emulated) return "emulated: its time is not a measurement";
  return result.times ? word : result.reason.empty() ? "not timed" : result.reason;
}

recorded_times times_of(const measurement& timing, bool emulated) {
  const statistics& stats = timing.stats;
  recorded_times times{.stats = stats,
                       .processes = {{.round = 0,
                                      .median_ns = stats.median_ns,
                                      .ci_low_ns = stats.ci_low_ns,
                                      .ci_high_ns = stats.ci_high_ns,
                                      .host_share = timing.host_share,
                                      .host_pace_ns = timing.host_pace_ns,
                                      .stolen_cores = timing.stolen_cores,
                                      .samples = timing.samples_ns.size(),
                                      .overhead_ns = timing.overhead_ns,
                                      .wall_s = timing.wall_s}},
                       .samples_ns = timing.samples_ns,
                       .method = to_text(timing.method),
                       .cache = to_text(timing.cache),
                       .stopped = timing.stopped,
                       .runs_per_sample = static_cast<std::int64_t>(timing.runs_per_sample),
                       .overhead_ns = timing.overhead_ns,
                       .resolution_ns = timing.resolution_ns,
                       .resolution_limited = timing.resolution_limited,
                       .precision = timing.precision,
                       .wall_s = timing.wall_s,
                       .throttled = timing.throttled,
                       .throttled_samples = timing.throttled_ns.size(),
                       .blocks = {},
                       .states = {},
                       .sm_clock_mhz = std::nullopt,
                       .energy = timing.energy};
  for (const auto& block : timing.blocks) {
    times.blocks.push_back({.round = static_cast<std::int64_t>(block.block),
                            .median_ns = block.median_ns,
                            .throttled = block.throttled,
                            .position = block.position,
                            .samples = block.samples});
    times.states.push_back(block.state);
  }
  conclude(times, emulated);
  return times;
}

void add_clocks(recorded_times& times) {
  std::vector<double> clocks_mhz;
  for (const auto& state : times.states)
    if (state.sm_clock_mhz) clocks_mhz.push_back(*state.sm_clock_mhz);
  std::ranges::sort(clocks_mhz);
  const std::size_t count = clocks_mhz.size();
  if (count == 0) return;
  times.sm_clock_mhz = clocks_mhz[count / 2];
  times.sm_clocks_mhz = {.low = clocks_mhz[count / 10], .high = clocks_mhz[count - 1 - count / 10]};
}

void conclude(recorded_times& times, bool emulated) {
  times.noisy = !emulated && is_noisy(times);
  times.energy_j.reset();
  if (times.energy) times.energy_j = times.energy->power_w * times.stats.median_ns * 1e-9;
  add_clocks(times);
}

}  // namespace retime
