#include "harness/record/record.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/files/json_output.h"
#include "harness/registry/printed_form.h"
#include "harness/text/enum_text.h"
#include "kernels/device/properties.h"

namespace retime {
namespace {

using nlohmann::json;

json finite_list(const std::vector<double>& values) {
  json list = json::array();
  for (const double value : values) list.push_back(finite(value));
  return list;
}

/// To a tenth of a nanosecond, which no clock here resolves: keeps the lines short.
json samples_json(const std::vector<double>& samples_ns) {
  json list = json::array();
  for (const double sample : samples_ns) list.push_back(finite(std::round(sample * 10) / 10));
  return list;
}

json verification_json(const std::optional<verification>& outcome) {
  if (!outcome) return {};
  return object({{"metric", outcome->metric},
                 {"value", finite(outcome->value)},
                 {"tolerance", outcome->tolerance},
                 {"note", outcome->note}});
}

json launch_json(const record& result) {
  const auto& launch = result.launch;
  if (!launch) return {};
  json members{{"kernel", launch->kernel},
               {"form", launch->form},
               {"grid", launch->grid},
               {"block", launch->block},
               {"shared_bytes", launch->shared_bytes},
               {"registers", or_null(launch->registers)},
               {"local_bytes", or_null(launch->local_bytes)},
               {"blocks_per_multiprocessor", or_null(launch->blocks_per_multiprocessor)},
               {"occupancy", or_null(launch->occupancy)},
               {"limiter", or_null(launch->limiter)},
               {"waves", or_null(launch->waves)}};
  if (result.accesses) {
    members["global_reads"] = result.accesses->reads;
    members["global_writes"] = result.accesses->writes;
  }
  return members;
}

json observables_json(const observables& answers) {
  json values = json::object();
  for (const auto& [name, value] : answers.numbers) values[name] = finite(value);
  for (const auto& [name, along] : answers.along) {
    values[name + (answers.numbers.contains(name) ? "_series" : "")] = object(
        {{"x_name", along.x_name}, {"x", finite_list(along.x)}, {"y", finite_list(along.y)}});
  }
  return values;
}

/// Null if the clock ran backwards meanwhile.
json phase_json(const std::optional<double>& time_ns) {
  return time_ns && *time_ns >= 0 ? json(*time_ns) : json();
}

json phases_json(const phase_times& phases) {
  return object({{"make_input", phase_json(phases.make_input)},
                 {"reference", phase_json(phases.reference)},
                 {"prepare", phase_json(phases.prepare)},
                 {"transfer_in", phase_json(phases.transfer_in)},
                 {"transfer_out", phase_json(phases.transfer_out)},
                 {"whole", phase_json(phases.whole)}});
}

json roofline_json(const record& result) {
  if (!result.timing || !result.ceiling_bytes_per_s || result.work.bytes <= 0 || result.emulated)
    return {};
  const double achieved = result.work.bytes / (result.timing->stats.median_ns * 1e-9);
  return object({{"ceiling", "copy bandwidth"},
                 {"ceiling_bytes_per_s", *result.ceiling_bytes_per_s},
                 {"bytes_per_s", finite(achieved)},
                 {"fraction", finite(achieved / *result.ceiling_bytes_per_s)}});
}

json memory_json(const std::optional<memory_need>& memory) {
  if (!memory) return {};
  return object({{"needed_bytes", memory->needed_bytes},
                 {"free_bytes", or_null(memory->free_bytes)},
                 {"largest_that_fits", or_null(memory->largest_that_fits)}});
}

json work_json(const work& work) {
  return object(
      {{"bytes", work.bytes}, {"flops", work.flops}, {"items", work.items}, {"item", work.item}});
}

json paper_json(const variant& which) {
  return object({{"paper", which.paper.paper},
                 {"label", which.paper.label},
                 {"tuning", to_json(which.printed)}});
}

json state_json(const device_state& state) {
  return object({{"sm_clock_mhz", or_null(state.sm_clock_mhz)},
                 {"memory_clock_mhz", or_null(state.memory_clock_mhz)},
                 {"temperature_c", or_null(state.temperature_c)},
                 {"power_w", or_null(state.power_w)},
                 {"throttle_reasons", state.throttle_reasons}});
}

/// Of one process. A lone sample says nothing of how far the next may be.
bool is_noisy(const record& result) {
  const measurement& timing = *result.timing;
  const bool is_known =
      timing.samples_ns.size() > 1 && timing.stats.half_width() <= timing.precision;
  return !result.emulated && !is_known;
}

json statistics_json(const record& result) {
  const statistics& stats = result.timing->stats;
  return object({{"median_ns", finite(stats.median_ns)},
                 {"mean_ns", finite(stats.mean_ns)},
                 {"min_ns", finite(stats.min_ns)},
                 {"max_ns", finite(stats.max_ns)},
                 {"sd_ns", finite(stats.sd_ns)},
                 {"ci_low_ns", finite(stats.ci_low_ns)},
                 {"ci_high_ns", finite(stats.ci_high_ns)},
                 {"n_effective", finite(stats.n_effective)},
                 {"bimodal", stats.bimodal},
                 {"interval_of", "this_process"},
                 {"noisy", is_noisy(result)}});
}

json process_json(const measurement& timing) {
  return object({{"round", 0},
                 {"samples", timing.samples_ns.size()},
                 {"median_ns", finite(timing.stats.median_ns)},
                 {"ci_low_ns", finite(timing.stats.ci_low_ns)},
                 {"ci_high_ns", finite(timing.stats.ci_high_ns)},
                 {"overhead_ns", timing.overhead_ns},
                 {"host_share", timing.host_share},
                 {"host_pace_ns", or_null(timing.host_pace_ns)},
                 {"stolen_cores", or_null(timing.stolen_cores)},
                 {"wall_s", timing.wall_s}});
}

/// Of a run as long as the median.
json energy_json(const measurement& timing) {
  if (!timing.energy) return {};
  const energy_use& used = *timing.energy;
  return object({{"energy_j", finite(used.power_w * timing.stats.median_ns * 1e-9)},
                 {"power_w", finite(used.power_w)},
                 {"window_s", used.window_s},
                 {"busy", used.busy},
                 {"source", "nvml_total_energy"}});
}

json measurement_json(const measurement& timing) {
  json blocks = json::array();
  json states = json::array();
  for (const auto& block : timing.blocks) {
    blocks.push_back(object({{"block", block.block},
                             {"position", block.position},
                             {"samples", block.samples},
                             {"median_ns", finite(block.median_ns)},
                             {"throttled", block.throttled}}));
    states.push_back(state_json(block.state));
  }
  return object({{"method", to_text(timing.method)},
                 {"cache", to_text(timing.cache)},
                 {"precision", timing.precision},
                 {"stop_reason", to_text(timing.stopped)},
                 {"processes", json::array({process_json(timing)})},
                 {"runs_per_sample", timing.runs_per_sample},
                 {"overhead_ns", timing.overhead_ns},
                 {"resolution_ns", timing.resolution_ns},
                 {"resolution_limited", timing.resolution_limited},
                 {"throttled", timing.throttled},
                 {"throttled_samples", timing.throttled_ns.size()},
                 {"energy", energy_json(timing)},
                 {"wall_s", timing.wall_s},
                 {"blocks", blocks},
                 {"states", states}});
}

json tuning_names(const variant& which) {
  json names = json::array();
  for (const auto& axis : which.axes) names.push_back(axis.name);
  return names;
}

constexpr enum_text<status> statuses[] = {{status::correct, "correct"},
                                          {status::incorrect, "incorrect"},
                                          {status::constraint, "constraint"},
                                          {status::compile_error, "compile_error"},
                                          {status::runtime_error, "runtime_error"},
                                          {status::out_of_memory, "out_of_memory"},
                                          {status::timeout, "timeout"}};

}  // namespace

std::string to_text(status outcome) { return text_in(statuses, outcome); }

std::optional<status> status_from(const std::string& text) { return value_in(statuses, text); }

record blank_record(const benchmark_case& what) {
  record blank;
  blank.what = what;
  blank.emulated = device::is_emulation() && what.variant->runs_on == processor::gpu;
  const double needed_bytes = what.variant->memory_bytes(what.at);
  if (needed_bytes > 0) blank.memory = {.needed_bytes = needed_bytes};
  return blank;
}

json to_json(const record& result) {
  const variant& which = *result.what.variant;
  const family& family = *result.what.family;
  json line = object({{"schema_version", schema_version},
                      {"key", result.what.key},
                      {"family", family.id},
                      {"variant", which.id},
                      {"processor", which.runs_on == processor::gpu ? "gpu" : "cpu"},
                      {"paper", paper_json(which)},
                      {"printed", is_printed(which, result.what.at)},
                      {"base", which.base},
                      {"axes", to_json(result.what.at.values())},
                      {"tuning", tuning_names(which)},
                      {"size_axis", family.size_axis},
                      {"memory", memory_json(result.memory)},
                      {"launch", launch_json(result)},
                      {"status", to_text(result.outcome)},
                      {"reason", result.reason},
                      {"verify", verification_json(result.verify)},
                      {"verify_after", verification_json(result.verify_after)},
                      {"observables", observables_json(result.answers)},
                      {"phases_ns", phases_json(result.phases)},
                      {"time_is", result.emulated ? "emulated" : "measured"},
                      {"work", work_json(result.work)},
                      {"roofline", roofline_json(result)},
                      {"saved", result.saved}});
  line["samples_ns"] = result.timing ? samples_json(result.timing->samples_ns) : json::array();
  line["statistics"] = result.timing ? statistics_json(result) : json();
  line["measurement"] = result.timing ? measurement_json(*result.timing) : json();
  return line;
}

}  // namespace retime
