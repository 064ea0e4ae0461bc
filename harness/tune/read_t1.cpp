#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/tune/expression.h"
#include "harness/tune/formats.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

const ordered_json& member(const ordered_json& object, const char* key, std::string_view where) {
  if (!object.is_object() || !object.contains(key))
    throw bad_input(fmt::format("{} has no '{}'", where, key));
  return object[key];
}

std::vector<axis_value> values_of(const ordered_json& written, const std::string& name) {
  if (written.is_string()) {
    try {
      return parse_value_list(written.get<std::string>());
    } catch (const bad_input& problem) {
      throw bad_input(fmt::format("Values of parameter '{}': {}", name, problem.what()));
    }
  }
  if (!written.is_array())
    throw bad_input(fmt::format("Values of parameter '{}' must be a list", name));
  std::vector<axis_value> values;
  for (const auto& each : written) values.push_back(scalar_from(each, name));
  return values;
}

void check_condition(const ordered_json& condition, const std::vector<parameter>& parameters) {
  if (!condition.contains("Parameters")) return;
  for (const auto& named : condition["Parameters"]) {
    const auto name = named.get<std::string>();
    if (std::ranges::none_of(parameters, [&](const auto& p) { return p.name == name; }))
      throw bad_input(fmt::format("a condition names the unknown parameter '{}'", name));
  }
}

}  // namespace

space read_t1(const ordered_json& document) {
  const auto& description = member(document, "ConfigurationSpace", "a T1 file");
  std::vector<parameter> parameters;
  for (const auto& each : member(description, "TuningParameters", "ConfigurationSpace")) {
    const auto name = member(each, "Name", "a tuning parameter").get<std::string>();
    if (std::ranges::any_of(parameters, [&](const auto& p) { return p.name == name; }))
      throw bad_input(fmt::format("parameter '{}' stands twice", name));
    parameters.push_back({name, values_of(member(each, "Values", name), name)});
  }
  std::vector<std::string> conditions;
  if (description.contains("Conditions")) {
    for (const auto& each : description["Conditions"]) {
      check_condition(each, parameters);
      conditions.push_back(member(each, "Expression", "a condition").get<std::string>());
    }
  }
  return enumerate(std::move(parameters), conditions);
}

std::optional<budget> read_budget(const ordered_json& t1_document) {
  if (!t1_document.is_object() || !t1_document.contains("Budget")) return std::nullopt;
  std::string text;
  for (const auto& each : t1_document["Budget"]) {
    const auto type = member(each, "Type", "a budget").get<std::string>();
    const auto value = member(each, "BudgetValue", "a budget").get<double>();
    const bool seconds = type == "TuningDuration", share = type == "ConfigurationFraction";
    if (!seconds && !share && type != "ConfigurationCount")
      throw bad_input(
          fmt::format("budget type '{}' is none of TuningDuration, ConfigurationCount, "
                      "ConfigurationFraction",
                      type));
    text += fmt::format("{}{}{}", text.empty() ? "" : ",", share ? 100 * value : value,
                        seconds ? "s"
                        : share ? "%"
                                : "");
  }
  if (text.empty()) return std::nullopt;
  return parse_budget(text);
}

}  // namespace retime::tune
