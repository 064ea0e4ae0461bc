#include <fmt/format.h>

#include <map>

#include "harness/tune/t4.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

axis_value scalar_from(const ordered_json& value, const std::string& place) {
  if (value.is_boolean()) return std::int64_t{value.get<bool>()};
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  throw bad_input(fmt::format("{}: a value must be a number, a text or a bool", place));
}

double milliseconds_per(const std::string& unit) {
  static const std::map<std::string, double> known{{"", 1},
                                                   {"ms", 1},
                                                   {"milliseconds", 1},
                                                   {"miliseconds", 1},
                                                   {"millisecond", 1},
                                                   {"s", 1e3},
                                                   {"seconds", 1e3},
                                                   {"second", 1e3},
                                                   {"us", 1e-3},
                                                   {"microseconds", 1e-3},
                                                   {"ns", 1e-6},
                                                   {"nanoseconds", 1e-6}};
  std::string lower;
  for (const char c : unit) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto found = known.find(lower);
  if (found == known.end())
    throw bad_input(fmt::format(
        "time unit '{}' is none of seconds, milliseconds, microseconds, nanoseconds", unit));
  return found->second;
}

double number_or(const ordered_json& object, const char* key, double otherwise) {
  return object.contains(key) && object[key].is_number() ? object[key].get<double>() : otherwise;
}

trial read_trial(const ordered_json& entry, const std::string& objective, double unit_ms) {
  trial result;
  result.result = outcome_from(entry.at("invalidity").get<std::string>());
  const auto& times = entry.at("times");
  // KTT writes compilation_time, Kernel Tuner and the benchmark hub compilation.
  result.compilation_ms =
      unit_ms *
      number_or(times, times.contains("compilation") ? "compilation" : "compilation_time", 0);
  result.framework_ms = unit_ms * number_or(times, "framework", 0);
  result.search_ms = unit_ms * number_or(times, "search_algorithm", 0);
  result.validation_ms = unit_ms * number_or(times, "validation", 0);
  if (times.contains("runtimes")) {
    for (const auto& each : times["runtimes"])
      result.runtimes_ms.push_back(unit_ms * each.get<double>());
  }
  if (entry.contains("timestamp") && entry["timestamp"].is_string())
    result.timestamp = entry["timestamp"];
  for (const auto& each : entry.at("measurements")) {
    if (each.at("name") != objective) continue;
    const auto& value = each.at("value");
    if (value.is_string()) result.reason = value;
    if (value.is_number() && result.valid()) result.objective = value.get<double>();
  }
  if (result.valid() && !std::isfinite(result.objective))
    throw bad_input(fmt::format("a correct result has no finite measurement '{}'", objective));
  return result;
}

/// The objective's own unit where a result names one; failed ones often leave it empty.
std::string unit_of(const ordered_json& results, const std::string& objective,
                    const std::string& otherwise) {
  for (const auto& entry : results) {
    for (const auto& each : entry.at("measurements")) {
      auto unit = each.at("name") == objective ? each.value("unit", "") : "";
      if (!unit.empty()) return unit;
    }
  }
  return otherwise;
}

}  // namespace

raw_recording read_t4(const ordered_json& document, const std::string& objective) {
  if (!document.is_object() || !document.contains("results"))
    throw bad_input(
        "no T4 file: it has no 'results'; `python -m plots.tuning.to_t4` makes one of a Kernel "
        "Tuner "
        "cache or KTT's output");
  const auto& results = document.at("results");
  if (!results.is_array() || results.empty()) throw bad_input("'results' holds no result");
  const auto& first = results[0];
  std::string timeunit;
  if (document.contains("metadata")) timeunit = document["metadata"].value("timeunit", "");
  const double unit_ms = milliseconds_per(timeunit);

  raw_recording raw;
  const bool named = first.contains("objectives") && !first["objectives"].empty();
  raw.objective = !objective.empty() ? objective
                  : named            ? first["objectives"][0].get<std::string>()
                                     : "time";
  const auto unit = unit_of(results, raw.objective, timeunit);
  // Times are kept in milliseconds; any other objective in its own unit.
  const bool is_time = raw.objective == "time";
  const double scale = is_time ? milliseconds_per(unit) : 1;
  raw.unit = is_time ? "ms" : unit;
  for (const auto& [name, value] : first.at("configuration").items()) raw.names.push_back(name);
  for (const auto& entry : results) {
    const auto& point = entry.at("configuration");
    if (point.size() != raw.names.size()) throw bad_input("results differ in their parameters");
    std::vector<axis_value> row;
    for (const auto& name : raw.names) {
      if (!point.contains(name))
        throw bad_input(fmt::format("a result lacks the parameter '{}'", name));
      row.push_back(scalar_from(point[name], name));
    }
    raw.rows.emplace_back(std::move(row), read_trial(entry, raw.objective, unit_ms));
    raw.rows.back().second.objective *= scale;
  }
  return raw;
}

}  // namespace retime::tune
