// The members of a record, each once: what JSON calls it, where it stands in the type, and what its
// value may be. Writing and reading visit this list (record_json.cpp). To visitors
//   required, optional   are a value that a record must have, and one whose absence leaves the
//                        default; an optional member's absence is null
//   where_known          is one that a record leaves out while nothing is known of it
//   answer               is a number that is null where it was not finite
//   elapsed              is a duration of one reading, null if the clock ran backwards meanwhile
//   flag                 is a truth value, false where it is not asked
//   part                 is an object of some of the type's members
//   part_if, part_of     is the object of a member that may be absent, and then null; whether it is
//                        there is told by the part itself, or by another one
//   part_where           is a part, null unless the condition holds; part_where_known is left out
//   beside               are the members of one that may be absent, among those of what holds it
//   list                 is a list of objects
//   derived, constant    are written and never read
#pragma once

#include <cmath>
#include <string>

#include "harness/files/json_input.h"
#include "harness/record/record.h"

namespace retime::record_members {

// What a number may be.
inline constexpr double most_amount = 1e300;
inline constexpr auto amount = [](double value, std::string_view place) {
  return fields::within(value, place, 0.0, most_amount);
};
inline constexpr auto duration = [](double value_ns, std::string_view place) {
  return fields::within(value_ns, place, 0.0, fields::most_time_ns);
};
/// The interval of two processes that differ much reaches from next to nothing to far beyond any
/// time.
inline constexpr auto interval_end = amount;
inline constexpr auto share = [](double value, std::string_view place) {
  if (value >= 0 && value <= 1) return value;
  throw bad_input(fmt::format("{} is {}; a share is from 0 to 1", place, value));
};
inline constexpr auto round_number = [](std::int64_t value, std::string_view place) {
  return fields::within<std::int64_t>(value, place, 0, 1'000'000'000);
};
inline constexpr auto runs = [](std::int64_t value, std::string_view place) {
  return fields::within<std::int64_t>(value, place, 1, 1'000'000'000);
};
/// A filter's time and stack grow with a key.
inline constexpr auto key = [](const std::string& value, std::string_view place) {
  constexpr std::size_t longest = 4096;
  if (value.size() > longest)
    throw bad_input(
        fmt::format("{} has {} bytes; at most {} are read", place, value.size(), longest));
};

/// The texts of an enumeration's values, and what is right in a few words.
template <class Value>
struct words {
  std::string (*text)(Value);
  std::optional<Value> (*value)(const std::string&);
  const char* right;
};
inline constexpr words<status> outcomes{to_text, status_from, "an outcome"};
inline constexpr words<stop_reason> stop_reasons{to_text, stop_reason_from, "a reason to stop"};
inline constexpr words<processor> processors{
    [](processor where) { return std::string(where == processor::gpu ? "gpu" : "cpu"); },
    [](const std::string& text) {
      return text == "gpu"   ? std::optional(processor::gpu)
             : text == "cpu" ? std::optional(processor::cpu)
                             : std::nullopt;
    },
    "gpu or cpu"};
/// The two texts of a truth value.
struct either {
  const char *if_true, *if_false;
};

template <class Visitor, class Verification>
void of_verification(Visitor& visit, Verification& verification) {
  visit.optional("metric", verification.metric);
  visit.answer("value", verification.value);
  visit.optional("tolerance", verification.tolerance);
  visit.optional("note", verification.note);
}

template <class Visitor, class Launch, class Accesses>
void of_launch(Visitor& visit, Launch& launch, Accesses& accesses) {
  visit.optional("kernel", launch.kernel);
  visit.optional("form", launch.form);
  visit.optional("grid", launch.grid);
  visit.optional("block", launch.block);
  visit.optional("shared_bytes", launch.shared_bytes);
  visit.optional("registers", launch.registers);
  visit.optional("local_bytes", launch.local_bytes);
  visit.optional("blocks_per_multiprocessor", launch.blocks_per_multiprocessor);
  visit.optional("occupancy", launch.occupancy);
  visit.optional("limiter", launch.limiter);
  visit.optional("waves", launch.waves);
  visit.beside("global_reads", accesses, [](auto& part, auto& counted) {
    part.required("global_reads", counted.reads);
    part.required("global_writes", counted.writes);
  });
}

template <class Visitor, class Phases>
void of_phases(Visitor& visit, Phases& phases) {
  visit.elapsed("make_input", phases.make_input);
  visit.elapsed("reference", phases.reference);
  visit.elapsed("prepare", phases.prepare);
  visit.elapsed("transfer_in", phases.transfer_in);
  visit.elapsed("transfer_out", phases.transfer_out);
  visit.elapsed("whole", phases.whole);
}

template <class Visitor, class Times>
void of_statistics(Visitor& visit, Times& times) {
  auto& stats = times.stats;
  visit.required("median_ns", stats.median_ns, fields::time);
  visit.required("mean_ns", stats.mean_ns, fields::time);
  visit.required("min_ns", stats.min_ns, fields::time);
  visit.required("max_ns", stats.max_ns, fields::time);
  visit.required("sd_ns", stats.sd_ns, duration);
  visit.required("ci_low_ns", stats.ci_low_ns, interval_end);
  visit.required("ci_high_ns", stats.ci_high_ns, interval_end);
  visit.optional("n_effective", stats.n_effective, amount);
  visit.optional("bimodal", stats.bimodal);
  visit.optional("interval_of", times.is_of_process_to_come,
                 either{"process_to_come", "this_process"});
  visit.where_known("sd_within_ns", times.sd_within_ns, interval_end);
  visit.where_known("sd_between_ns", times.sd_between_ns, interval_end);
  visit.optional("noisy", times.noisy);
}

template <class Visitor, class Process>
void of_process(Visitor& visit, Process& process) {
  visit.required("round", process.round, round_number);
  visit.optional("samples", process.samples);
  visit.required("median_ns", process.median_ns, fields::time);
  visit.required("ci_low_ns", process.ci_low_ns, interval_end);
  visit.required("ci_high_ns", process.ci_high_ns, interval_end);
  visit.optional("overhead_ns", process.overhead_ns);
  visit.optional("host_share", process.host_share, share);
  visit.optional("host_pace_ns", process.host_pace_ns, fields::time);
  visit.optional("stolen_cores", process.stolen_cores, amount);
  visit.optional("wall_s", process.wall_s, amount);
}

template <class Visitor, class Block>
void of_block(Visitor& visit, Block& block) {
  visit.required("block", block.round, round_number);
  visit.optional("position", block.position);
  visit.optional("samples", block.samples);
  visit.required("median_ns", block.median_ns, fields::time);
  visit.optional("throttled", block.throttled);
  visit.where_known("process", block.process);
}

template <class Visitor, class State>
void of_state(Visitor& visit, State& state) {
  visit.optional("sm_clock_mhz", state.sm_clock_mhz);
  visit.optional("memory_clock_mhz", state.memory_clock_mhz);
  visit.optional("temperature_c", state.temperature_c);
  visit.optional("power_w", state.power_w);
  visit.optional("throttle_reasons", state.throttle_reasons);
}

template <class Visitor, class Times>
void of_measurement(Visitor& visit, Times& times) {
  visit.optional("method", times.method);
  visit.optional("cache", times.cache);
  visit.optional("precision", times.precision, amount);
  visit.optional("stop_reason", times.stopped, stop_reasons);
  visit.list("processes", times.processes,
             [](auto& entry, auto& each) { of_process(entry, each); });
  visit.optional("runs_per_sample", times.runs_per_sample, runs);
  visit.optional("overhead_ns", times.overhead_ns);
  visit.optional("resolution_ns", times.resolution_ns, duration);
  visit.optional("resolution_limited", times.resolution_limited);
  visit.optional("throttled", times.throttled);
  visit.optional("throttled_samples", times.throttled_samples);
  visit.part_if("energy", times.energy, [&](auto& part, auto& energy) {
    part.optional("energy_j", times.energy_j, amount);
    part.optional("power_w", energy.power_w);
    part.optional("window_s", energy.window_s, amount);
    part.optional("busy", energy.busy);
    part.constant("source", "nvml_total_energy");
  });
  visit.optional("wall_s", times.wall_s, amount);
  visit.list("blocks", times.blocks, [](auto& entry, auto& each) { of_block(entry, each); });
  visit.list("states", times.states, [](auto& entry, auto& each) { of_state(entry, each); });
}

inline bool has_roofline(const recorded_case& result) {
  return result.times && result.ceiling_bytes_per_s && result.work.bytes > 0 && !result.emulated;
}

template <class Visitor, class Case>
void of_case(Visitor& visit, Case& result) {
  visit.constant("schema_version", schema_version);
  visit.required("key", result.key, key);
  visit.required("family", result.family);
  visit.required("variant", result.variant);
  visit.required("processor", result.runs_on, processors);
  visit.where_known("board", result.board);
  visit.part("paper", [&](auto& part) {
    part.optional("paper", result.paper);
    part.optional("label", result.label);
    part.optional("tuning", result.paper_tuning);
  });
  visit.flag("printed", result.printed);
  visit.optional("base", result.base);
  visit.optional("axes", result.axes);
  visit.optional("tuning", result.tuning);
  visit.optional("size_axis", result.size_axis);
  visit.part_if("memory", result.memory, [](auto& part, auto& memory) {
    part.optional("needed_bytes", memory.needed_bytes, amount);
    part.optional("free_bytes", memory.free_bytes, amount);
    part.optional("largest_that_fits", memory.largest_that_fits);
  });
  visit.part_if("launch", result.launch,
                [&](auto& part, auto& launch) { of_launch(part, launch, result.accesses); });
  visit.required("status", result.outcome, outcomes);
  visit.optional("reason", result.reason);
  const auto of_comparison = [](auto& part, auto& verification) {
    of_verification(part, verification);
  };
  visit.part_if("verify", result.verify, of_comparison);
  visit.part_if("verify_after", result.verify_after, of_comparison);
  visit.answers("observables", result.answers);
  visit.part("phases_ns", [&](auto& part) { of_phases(part, result.phases); });
  visit.required("time_is", result.emulated, either{"emulated", "measured"});
  visit.part_if("statistics", result.times,
                [](auto& part, auto& times) { of_statistics(part, times); });
  visit.part_of("measurement", result.times,
                [](auto& part, auto& times) { of_measurement(part, times); });
  visit.samples("samples_ns", result.times);
  visit.part("work", [&](auto& part) {
    part.optional("bytes", result.work.bytes, amount);
    part.optional("flops", result.work.flops, amount);
    part.optional("items", result.work.items, amount);
    part.optional("item", result.work.item);
  });
  visit.part_where("roofline", has_roofline(result), [&](auto& part) {
    const auto bytes_per_s = [&] {
      return result.work.bytes / (result.times->stats.median_ns * 1e-9);
    };
    part.constant("ceiling", "copy bandwidth");
    part.optional("ceiling_bytes_per_s", result.ceiling_bytes_per_s);
    part.derived("bytes_per_s", bytes_per_s);
    part.derived("fraction", [&] { return bytes_per_s() / *result.ceiling_bytes_per_s; });
  });
  visit.optional("saved", result.saved);
  visit.part_where_known("tuning_history", !result.tuning_role.empty(), [&](auto& part) {
    part.optional("role", result.tuning_role);
    part.optional("strategy", result.search.strategy);
    part.where_known("objective", result.search.objective);
    part.where_known("direction", result.search.direction);
    part.where_known("cost_s", result.search.cost_s, amount);
    part.where_known("tied", result.search.tied);
  });
}

}  // namespace retime::record_members
