#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/export/formats.h"
#include "harness/support/json_values.h"
#include "kernels/support/bad_input.h"

namespace retime::formats {
namespace {

constexpr double ns_per_ms = 1e6;

/// T4's word for our status; it has none for out of memory.
std::string invalidity_of(status outcome) {
  switch (outcome) {
    case status::incorrect:
      return "correctness";
    case status::constraint:
      return "constraints";
    case status::compile_error:
      return "compile";
    case status::correct:
    case status::timeout:
      return to_text(outcome);
    default:
      return "runtime";
  }
}

bool is_tuning(const recorded_case& one, const std::string& axis) {
  return std::ranges::find(one.tuning, axis) != one.tuning.end();
}

json configuration_of(const recorded_case& one) {
  json configuration = json::object();
  for (const auto& [axis, value] : one.axes) {
    if (is_tuning(one, axis)) configuration[axis] = to_json(value);
  }
  return configuration;
}

/// Everything but the configuration: records of one tuning space share it.
std::string space_of(const recorded_case& one) {
  std::string name = one.family + "/" + one.variant;
  for (const auto& [axis, value] : one.axes) {
    if (!is_tuning(one, axis)) name += fmt::format("/{}={}", axis, to_json(value).dump());
  }
  return name;
}

double in_ms(const std::optional<double>& time_ns) { return time_ns.value_or(0) / ns_per_ms; }

json measurements_of(const recorded_case& one) {
  json list = json::array();
  const auto add_ms = [&](const char* name, double time_ns) {
    list.push_back({{"name", name}, {"value", time_ns / ns_per_ms}, {"unit", "ms"}});
  };
  if (const auto* times = one.measured()) {
    add_ms("time", times->stats.median_ns);
    add_ms("time_ci_low", times->stats.ci_low_ns);
    add_ms("time_ci_high", times->stats.ci_high_ns);
  }
  if (one.deviation)
    list.push_back({{"name", "verification_error"}, {"value", *one.deviation}, {"unit", ""}});
  return list;
}

json result_of(const recorded_case& one) {
  json runtimes = json::array();
  if (const auto* times = one.measured()) {
    for (const double sample_ns : times->samples_ns) runtimes.push_back(sample_ns / ns_per_ms);
  }
  const phase_times& phases = one.phases;
  // Compilation is ahead of time for all configurations; nothing is compiled for one of them.
  return {{"configuration", configuration_of(one)},
          {"times",
           {{"compilation_time", 0},
            {"runtimes", runtimes},
            {"framework",
             in_ms(phases.prepare) + in_ms(phases.transfer_in) + in_ms(phases.transfer_out)},
            {"search_algorithm", 0},
            {"validation", in_ms(phases.reference)}}},
          {"invalidity", invalidity_of(one.outcome)},
          {"correctness", one.outcome == status::correct ? 1 : 0},
          {"measurements", measurements_of(one)},
          {"objectives", {"time"}}};
}

void check_one_space(const recorded_run& run) {
  std::set<std::string> spaces;
  for (const auto& one : run.cases) spaces.insert(space_of(one));
  if (spaces.size() > 1) {
    throw bad_input(fmt::format(
        "--to t4: holds one tuning space, the run has {} ({}, {}, ...); choose one by --filter",
        spaces.size(), *spaces.begin(), *std::next(spaces.begin())));
  }
}

}  // namespace

json t4(const recorded_run& run) {
  check_one_space(run);
  json results = json::array();
  for (const auto& one : run.cases) results.push_back(result_of(one));
  return {{"schema_version", "1.0.0"},
          {"metadata", {{"timeunit", "milliseconds"}, {"objective_direction", "minimize"}}},
          {"results", results}};
}

}  // namespace retime::formats
