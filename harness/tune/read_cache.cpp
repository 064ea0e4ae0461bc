#include <fmt/format.h>

#include "harness/tune/formats.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

/// Kernel Tuner writes the class of a failure where the time would stand, or under __error__.
outcome failure_class(const std::string& name) {
  if (name.find("Compilation") != std::string::npos) return outcome::compile;
  if (name.find("InvalidConfig") != std::string::npos) return outcome::constraints;
  if (name.find("Correct") != std::string::npos || name.find("Verif") != std::string::npos)
    return outcome::correctness;
  if (name.find("Time") != std::string::npos) return outcome::timeout;
  return outcome::runtime;
}

double number_or_zero(const ordered_json& entry, const char* key) {
  return entry.contains(key) && entry[key].is_number() ? entry[key].get<double>() : 0.0;
}

trial read_trial(const ordered_json& entry, const std::string& objective) {
  trial result;
  auto value = entry.find(objective);
  // Of a failure, a derived objective such as GFLOP/s is not written.
  if (value == entry.end() && entry.contains("time") && entry["time"].is_string())
    value = entry.find("time");
  if (entry.contains("__error__")) {
    result.reason =
        entry["__error__"].is_string() ? entry["__error__"].get<std::string>() : "failed";
  } else if (value == entry.end()) {
    throw bad_input(fmt::format("a cached configuration has no '{}'", objective));
  } else if (value->is_string()) {
    result.reason = value->get<std::string>();
  }
  if (result.reason.empty()) {
    result.objective = value->get<double>();
  } else {
    result.result = failure_class(result.reason);
  }
  if (entry.contains("times")) {
    for (const auto& each : entry["times"]) result.runtimes_ms.push_back(each.get<double>());
  }
  result.compilation_ms = number_or_zero(entry, "compile_time");
  result.framework_ms = number_or_zero(entry, "framework_time");
  result.search_ms = number_or_zero(entry, "strategy_time");
  result.validation_ms = number_or_zero(entry, "verification_time");
  if (entry.contains("timestamp") && entry["timestamp"].is_string())
    result.timestamp = entry["timestamp"];
  return result;
}

}  // namespace

raw_recording read_cache(const ordered_json& document, const std::string& objective) {
  raw_recording raw;
  raw.names = document.at("tune_params_keys").get<std::vector<std::string>>();
  raw.objective = !objective.empty() ? objective : document.value("objective", "time");
  raw.unit = raw.objective == "time" ? "ms" : "";
  for (const auto& [key, entry] : document.at("cache").items()) {
    std::vector<axis_value> row;
    for (const auto& name : raw.names) {
      if (!entry.contains(name))
        throw bad_input(
            fmt::format("cached configuration '{}' lacks the parameter '{}'", key, name));
      row.push_back(scalar_from(entry[name], name));
    }
    raw.rows.emplace_back(std::move(row), read_trial(entry, raw.objective));
  }
  return raw;
}

}  // namespace retime::tune
