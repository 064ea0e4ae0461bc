#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "harness/files/json_input.h"
#include "harness/tune/t4.h"
#include "kernels/support/user_file.h"

namespace retime::tune {
namespace {

using namespace fields;

/// Far beyond any time, rate or energy, and little enough for sums and ratios of them.
constexpr double most_objective = 1e100;
/// Older files call a configuration that failed correct, and write this as its time, or the largest
/// double of either sign as its time or its objective.
constexpr double time_of_failure = 1e20;
constexpr std::size_t most_listed = 20;

const ordered_json& measurements_of(const ordered_json& entry) {
  return objects_at(entry, "/measurements");
}

axis_value scalar_from(const ordered_json& value, const std::string& place) {
  if (value.is_boolean()) return std::int64_t{value.get<bool>()};
  if (value.is_number_integer()) return as<std::int64_t>(value, place);
  if (value.is_number()) return value.get<double>();
  expect(value.is_string(), value, place, "a number, a text or a bool");
  return value.get<std::string>();
}

struct time_unit {
  const char* name;
  double ms;
};

/// Takes any spelling; milliseconds where none is said.
time_unit time_unit_named(const std::string& text) {
  static constexpr time_unit s{"s", 1e3}, ms{"ms", 1}, us{"us", 1e-3}, ns{"ns", 1e-6};
  static const std::map<std::string, time_unit> units{{"", ms},
                                                      {"ms", ms},
                                                      {"milliseconds", ms},
                                                      {"miliseconds", ms},
                                                      {"millisecond", ms},
                                                      {"s", s},
                                                      {"seconds", s},
                                                      {"second", s},
                                                      {"us", us},
                                                      {"microseconds", us},
                                                      {"ns", ns},
                                                      {"nanoseconds", ns}};
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto unit = units.find(lower);
  if (unit == units.end())
    throw bad_input(
        fmt::format("time unit {} is none of seconds, milliseconds, microseconds, nanoseconds",
                    shown(json(text))));
  return unit->second;
}

/// 0 where no number stands there, which some tuners write as a word.
double time_of(const ordered_json& times, const std::string& place, double unit_ms) {
  const auto& time = value_at(times, place);
  return time.is_number() ? unit_ms * duration(time, "times" + place) : 0;
}

double objective_from(const ordered_json& value, const std::string& name) {
  return within(as<double>(value, shown_name(name)), shown_name(name), -most_objective,
                most_objective);
}

bool says_failed(const std::string& name, double value, const std::string& objective) {
  const bool is_time = name == "time";
  if (!is_time && name != objective) return false;
  return std::abs(value) == std::numeric_limits<double>::max() ||
         (is_time && value >= time_of_failure);
}

/// What the measurements say of a correct result; it may be that it failed.
void take_measurement(trial& result, const ordered_json& measurement,
                      const std::string& objective) {
  const auto name = at<std::string>(measurement, "/name");
  const auto& value = present_at(measurement, "/value");
  if (name == objective && value.is_string()) result.reason = value.get<std::string>();
  if (!value.is_number() || !result.valid()) return;
  if (says_failed(name, value.get<double>(), objective)) {
    result.result = outcome::runtime;
    result.objective = no_value;
    result.reason = fmt::format("its '{}' is {:g}, as of one that failed", shown_name(name),
                                value.get<double>());
  } else if (name == objective) {
    result.objective = objective_from(value, name);
  }
}

trial read_trial(const ordered_json& entry, const std::string& objective, double unit_ms) {
  trial result;
  result.result = outcome_from(at<std::string>(entry, "/invalidity"));
  const auto& times = object(present_at(entry, "/times"), "/times");
  // KTT writes compilation_time, Kernel Tuner and the benchmark hub compilation.
  result.compilation_ms =
      time_of(times, times.contains("compilation") ? "/compilation" : "/compilation_time", unit_ms);
  result.framework_ms = time_of(times, "/framework", unit_ms);
  result.search_ms = time_of(times, "/search_algorithm", unit_ms);
  result.validation_ms = time_of(times, "/validation", unit_ms);
  for (const auto& each : array_at(times, "/runtimes")) {
    if (each.is_number() && each.get<double>() >= time_of_failure) continue;
    result.runtimes_ms.push_back(unit_ms * duration(each, "an entry of /times/runtimes"));
  }
  if (const auto& stamp = value_at(entry, "/timestamp"); stamp.is_string())
    result.timestamp = stamp.get<std::string>();
  for (const auto& each : measurements_of(entry)) take_measurement(result, each, objective);
  if (result.valid() && !std::isfinite(result.objective))
    throw bad_input(
        fmt::format("a correct result has no finite measurement '{}'", shown_name(objective)));
  return result;
}

/// The objective's unit where a result names one; failed ones often leave it empty.
std::string own_unit(const ordered_json& results, const std::string& objective) {
  for (const auto& entry : results) {
    for (const auto& each : measurements_of(entry)) {
      if (at<std::string>(each, "/name") != objective) continue;
      if (auto unit = or_none<std::string>(each, "/unit"); !unit.empty()) return unit;
    }
  }
  return "";
}

/// A time without a unit has that of the file's times.
std::string unit_of(const ordered_json& results, const std::string& objective,
                    const std::string& timeunit) {
  auto unit = own_unit(results, objective);
  if (objective != "time") return unit;
  return time_unit_named(unit.empty() ? timeunit : unit).name;
}

/// Throws bad_input that names the measurements of correct results, where the objective is none of
/// them.
void require_measured(const ordered_json& results, const std::string& objective) {
  std::set<std::string> names;
  for (const auto& entry : results) {
    if (at<std::string>(entry, "/invalidity") != to_text(outcome::correct)) continue;
    for (const auto& each : measurements_of(entry)) names.insert(at<std::string>(each, "/name"));
  }
  if (names.empty() || names.contains(objective)) return;
  std::vector<std::string> listed;
  for (const auto& name : names) listed.push_back(shown_name(name));
  if (listed.size() > most_listed) listed.resize(most_listed), listed.emplace_back("...");
  throw bad_input(fmt::format("no measurement is named '{}'; there are {}", shown_name(objective),
                              fmt::join(listed, ", ")));
}

/// What a result names first as its objective, or else "time".
std::string objective_of(const ordered_json& result) {
  const auto named = list<std::string>(result, "/objectives");
  return named.empty() ? "time" : named.front();
}

/// What our own files say of the objective that they name.
std::optional<direction> direction_in(const ordered_json& document) {
  const std::string place = "/metadata/objective_direction";
  if (value_at(document, place).is_null()) return std::nullopt;
  return is_first(document, place, "maximize", "minimize") ? direction::maximise
                                                           : direction::minimise;
}

std::vector<axis_value> row_of(const ordered_json& entry, const std::vector<std::string>& names) {
  const auto& point = object(present_at(entry, "/configuration"), "/configuration");
  if (point.size() != names.size()) throw bad_input("results differ in their parameters");
  std::vector<axis_value> row;
  for (const auto& name : names) {
    const auto value = point.find(name);
    if (value == point.end())
      throw bad_input(fmt::format("a result lacks the parameter '{}'", shown_name(name)));
    row.push_back(scalar_from(*value, shown_name(name)));
  }
  return row;
}

}  // namespace

raw_recording read_t4(const ordered_json& document, const std::string& objective) {
  if (!document.is_object() || !document.contains("results"))
    throw bad_input(
        "no T4 file: it has no 'results'; `python -m examples.tuner_bench.to_t4` makes one of a "
        "Kernel Tuner cache or KTT's output");
  const auto& results = objects_at(document, "/results");
  if (results.empty()) throw bad_input("'results' holds no result");
  const auto& first = results[0];
  const auto timeunit = or_none<std::string>(document, "/metadata/timeunit");
  const double unit_ms = time_unit_named(timeunit).ms;

  const auto said = direction_in(document);

  raw_recording raw;
  raw.objective = objective.empty() ? objective_of(first) : objective;
  if (raw.objective == objective_of(first)) raw.towards = said;
  require_measured(results, raw.objective);
  raw.unit = unit_of(results, raw.objective, timeunit);
  for (const auto& [name, value] :
       object(present_at(first, "/configuration"), "/configuration").items())
    raw.names.push_back(name);
  std::size_t number = 0;
  for (const auto& entry : results) {
    ++number;
    try {
      auto row = row_of(entry, raw.names);
      raw.rows.emplace_back(std::move(row), read_trial(entry, raw.objective, unit_ms));
    } catch (const bad_input& fault) {
      throw bad_input(fmt::format("result {}: {}", number, fault.what()));
    }
  }
  return raw;
}

}  // namespace retime::tune
