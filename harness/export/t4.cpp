#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/export/formats.h"
#include "kernels/support/bad_input.h"

namespace retime::formats {
namespace {

constexpr double ns_per_ms = 1e6;

/// T4's word for our status; it has none for out of memory.
std::string invalidity_of(const std::string& status) {
  if (status == "correct" || status == "timeout") return status;
  if (status == "incorrect") return "correctness";
  if (status == "constraint") return "constraints";
  if (status == "compile_error") return "compile";
  return "runtime";
}

bool is_tuning(const exported_case& one, const std::string& axis) {
  return std::ranges::find(one.tuning, axis) != one.tuning.end();
}

json configuration_of(const exported_case& one) {
  json configuration = json::object();
  for (const auto& [axis, value] : one.axes.items()) {
    if (is_tuning(one, axis)) configuration[axis] = value;
  }
  return configuration;
}

/// Everything but the configuration: records of one tuning space share it.
std::string space_of(const exported_case& one) {
  std::string name = one.family + "/" + one.variant;
  for (const auto& [axis, value] : one.axes.items()) {
    if (!is_tuning(one, axis)) name += fmt::format("/{}={}", axis, value.dump());
  }
  return name;
}

double phase_ms(const exported_case& one, const std::vector<std::string>& names) {
  double sum = 0;
  if (!one.phases_ns.is_object()) return sum;
  for (const auto& name : names) {
    const json value = one.phases_ns.value(name, json());
    if (value.is_number()) sum += value.get<double>() / ns_per_ms;
  }
  return sum;
}

json measurements_of(const exported_case& one) {
  json list = json::array();
  if (one.times) {
    list.push_back({{"name", "time"}, {"value", one.times->median_ns / ns_per_ms}, {"unit", "ms"}});
    list.push_back(
        {{"name", "time_ci_low"}, {"value", one.times->ci_low_ns / ns_per_ms}, {"unit", "ms"}});
    list.push_back(
        {{"name", "time_ci_high"}, {"value", one.times->ci_high_ns / ns_per_ms}, {"unit", "ms"}});
  }
  if (one.verify.is_object() && one.verify.value("value", json()).is_number()) {
    list.push_back(
        {{"name", "verification_error"}, {"value", one.verify.at("value")}, {"unit", ""}});
  }
  return list;
}

json result_of(const exported_case& one) {
  json runtimes = json::array();
  if (one.times) {
    for (const double sample_ns : one.times->samples_ns) runtimes.push_back(sample_ns / ns_per_ms);
  }
  // Compilation is ahead of time for all configurations; nothing is compiled for one of them.
  return {{"configuration", configuration_of(one)},
          {"times",
           {{"compilation_time", 0},
            {"runtimes", runtimes},
            {"framework", phase_ms(one, {"prepare", "transfer_in", "transfer_out"})},
            {"search_algorithm", 0},
            {"validation", phase_ms(one, {"reference"})}}},
          {"invalidity", invalidity_of(one.status)},
          {"correctness", one.status == "correct" ? 1 : 0},
          {"measurements", measurements_of(one)},
          {"objectives", {"time"}}};
}

void check_one_space(const exported_run& run) {
  std::set<std::string> spaces;
  for (const auto& one : run.cases) spaces.insert(space_of(one));
  if (spaces.size() > 1) {
    throw bad_input(fmt::format(
        "--to t4: holds one tuning space, the run has {} ({}, {}, ...); choose one by --filter",
        spaces.size(), *spaces.begin(), *std::next(spaces.begin())));
  }
}

}  // namespace

json t4(const exported_run& run) {
  check_one_space(run);
  json results = json::array();
  for (const auto& one : run.cases) results.push_back(result_of(one));
  return {{"schema_version", "1.0.0"},
          {"metadata", {{"timeunit", "milliseconds"}}},
          {"results", results}};
}

}  // namespace retime::formats
