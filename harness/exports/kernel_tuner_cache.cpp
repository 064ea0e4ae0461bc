// What Kernel Tuner's simulation mode replays: a cache as its version 1 writes it. Milliseconds. A
// configuration that failed has a word for its time; there is none for a wrong answer, which stands
// as a failure at run time.
#include <fmt/format.h>

#include <algorithm>

#include "harness/exports/formats.h"
#include "harness/files/json_output.h"
#include "kernels/support/bad_input.h"

namespace retime::exports {
namespace {

constexpr const char* cache_fields[] = {"time",           "times",          "compile_time",
                                        "benchmark_time", "framework_time", "verification_time",
                                        "strategy_time",  "timestamp",      "__error__"};

const char* failure_word(status outcome) {
  switch (outcome) {
    case status::constraint:
      return "InvalidConfig";
    case status::compile_error:
      return "CompilationFailedConfig";
    default:
      return "RuntimeFailedConfig";
  }
}

/// Kernel Tuner looks a configuration up by what Python's str() makes of its values.
std::string cache_key(const recorded_case& record) {
  std::string key;
  for (const auto& axis : record.tuning) {
    const auto value = to_json(record.axes.at(axis));
    if (!key.empty()) key += ',';
    key += value.is_string() ? value.get<std::string>() : value.dump();
  }
  return key;
}

/// The times that a simulated budget is spent on are all of milliseconds. Nothing was compiled for
/// one configuration.
json cache_entry(const recorded_case& record, const std::string& utc) {
  json entry = json::object();
  for (const auto& axis : record.tuning) entry[axis] = to_json(record.axes.at(axis));
  const auto* times = record.measured();
  entry["time"] = times ? json(in_ms(times->stats.median_ns)) : json(failure_word(record.outcome));
  entry["times"] = json::array();
  if (times) {
    for (const double sample_ns : times->samples_ns) entry["times"].push_back(in_ms(sample_ns));
  }
  const phase_times& phases = record.phases;
  entry["compile_time"] = 0;
  entry["verification_time"] = in_ms(phases.reference);
  entry["benchmark_time"] = times ? times->wall_s * 1e3 : 0.0;
  entry["strategy_time"] = 0;
  entry["framework_time"] =
      in_ms(phases.prepare) + in_ms(phases.transfer_in) + in_ms(phases.transfer_out);
  entry["timestamp"] = utc;
  return entry;
}

/// Numbers ascend, so that a search may step along them; words stand in the order met.
json values_of(const std::string& axis, const recorded_space& space) {
  std::vector<axis_value> values;
  for (const auto* record : space.cases) {
    const auto& value = record->axes.at(axis);
    if (std::ranges::find(values, value) == values.end()) values.push_back(value);
  }
  const auto is_word = [](const axis_value& v) { return std::holds_alternative<std::string>(v); };
  if (std::ranges::none_of(values, is_word)) {
    std::ranges::sort(values, {}, [](const axis_value& value) {
      const auto* whole = std::get_if<std::int64_t>(&value);
      return whole ? static_cast<double>(*whole) : std::get<double>(value);
    });
  }
  json listed = json::array();
  for (const auto& value : values) listed.push_back(json(to_json(value)));
  return listed;
}

/// Kernel Tuner takes whole numbers alone, of which it makes a grid.
std::int64_t size_of(const recorded_case& record) {
  const auto size = record.axes.find(record.size_axis);
  const auto* whole =
      size == record.axes.end() ? nullptr : std::get_if<std::int64_t>(&size->second);
  return whole ? *whole : 1;
}

/// Throws bad_input if a tuning axis has the name of a field.
json kernel_tuner_cache(const recorded_header& header, const recorded_space& space) {
  const recorded_case& first = *space.cases.front();
  for (const auto* field : cache_fields) {
    if (std::ranges::find(first.tuning, field) != first.tuning.end())
      throw bad_input(
          fmt::format("--to kernel-tuner-cache: {} has a tuning axis '{}', which is a field of a "
                      "cache's entries",
                      space.problem.variant, field));
  }
  json parameters = json::object(), cache = json::object();
  for (const auto& axis : first.tuning) parameters[axis] = values_of(axis, space);
  for (const auto* record : space.cases)
    cache[cache_key(*record)] = cache_entry(*record, header.utc);
  const bool on_gpu = first.runs_on == processor::gpu;
  return {{"device_name", on_gpu ? header.device.name : header.host.cpu},
          {"kernel_name", first.variant},
          {"problem_size", {size_of(first)}},
          {"tune_params_keys", first.tuning},
          {"tune_params", parameters},
          {"objective", "time"},
          {"cache", cache}};
}

const bool has_kernel_tuner_cache =
    register_export({.id = "kernel-tuner-cache", .of_space = kernel_tuner_cache});

}  // namespace

}  // namespace retime::exports
