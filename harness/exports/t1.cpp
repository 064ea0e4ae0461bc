// The tuning space of a variant as T1, which Kernel Tuning Toolkit and others read. The variant's
// own constraints are code; here they stand as conditions that exclude the same points: those
// values, or pairs of values, ..., that go together. T1 asks for launch sizes, which our variants
// compute: they stand as "1" except for a `block`. The arguments are computed too and stand as
// none; the problem size is the value of the axis that grows it, or 1, as in an exported Kernel
// Tuner cache.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/exports/formats.h"
#include "harness/files/json_output.h"
#include "harness/registry/printed_form.h"

namespace retime::exports {
namespace {

using values = std::vector<axis_value>;

std::string literal(const axis_value& value) {
  const auto* word = std::get_if<std::string>(&value);
  return word ? "'" + *word + "'" : to_text(value);
}

std::string list(const values& listed) {
  std::vector<std::string> texts;
  texts.reserve(listed.size());
  for (const auto& each : listed) texts.push_back(literal(each));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

/// Below the repository's root, wherever the compiler was started.
std::string within_repository(const std::string& source) {
  const auto at = source.rfind("variants/");
  return at == std::string::npos ? source : source.substr(at);
}

std::string type_of(const values& listed) {
  if (std::holds_alternative<std::string>(listed.front())) return "string";
  const auto whole = [](const axis_value& v) { return std::holds_alternative<std::int64_t>(v); };
  return std::ranges::all_of(listed, whole) ? "int" : "float";
}

values values_at(const benchmark_case& any_case, const std::vector<std::string>& axes) {
  values result;
  result.reserve(axes.size());
  for (const auto& axis : axes) result.push_back(any_case.point.values().at(axis));
  return result;
}

/// The points of these axes that occur among valid cases.
std::set<values> allowed(const tuning_problem& problem, const std::vector<std::string>& axes) {
  std::set<values> result;
  for (const auto& each : problem.cases) result.insert(values_at(each, axes));
  return result;
}

/// Whether these axes alone decide which points are valid.
bool decide(const tuning_problem& problem, const std::vector<std::string>& axes) {
  const auto good = allowed(problem, axes);
  return std::ranges::none_of(problem.excluded, [&](const auto& each) {
    return good.contains(values_at(each.first, axes));
  });
}

/// Axes that decide, of which none can be left out; the last ones are left out first.
std::vector<std::string> deciding(const tuning_problem& problem, std::vector<std::string> axes) {
  for (std::size_t k = axes.size(); k-- > 0 && axes.size() > 1;) {
    auto fewer = axes;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
    if (decide(problem, fewer)) axes = std::move(fewer);
  }
  return axes;
}

/// "block_x == 16 and block_y in [1, 2] or block_x == 32 and block_y in [1]".
std::string condition(const tuning_problem& problem, const std::vector<std::string>& axes) {
  std::map<values, values> last_by_others;
  for (const auto& point : allowed(problem, axes))
    last_by_others[{point.begin(), point.end() - 1}].push_back(point.back());
  std::vector<std::string> cases;
  for (const auto& [others, last] : last_by_others) {
    std::string text;
    for (std::size_t k = 0; k < others.size(); ++k)
      text += fmt::format("{} == {} and ", axes[k], literal(others[k]));
    cases.push_back(text + fmt::format("{} in {}", axes.back(), list(last)));
  }
  return fmt::format("{}", fmt::join(cases, " or "));
}

/// T1 takes whole numbers alone.
std::int64_t problem_size(const benchmark_case& candidate) {
  const auto& point = candidate.point.values();
  const auto size = point.find(candidate.family->size_axis);
  const auto* whole = size == point.end() ? nullptr : std::get_if<std::int64_t>(&size->second);
  return whole ? *whole : 1;
}

json t1(const tuning_problem& problem, const std::string& device_name) {
  const auto& variant = *problem.any().variant;
  std::vector<std::string> names;
  auto parameters = json::array(), conditions = json::array();
  for (const auto& axis : variant.axes) {
    names.push_back(axis.name);
    parameters.push_back({{"Name", axis.name},
                          {"Type", type_of(axis.values)},
                          {"Values", list(axis.values)},
                          {"Default", json(to_json(usual_value(variant, axis)))}});
  }
  if (!problem.excluded.empty()) {
    const auto axes = deciding(problem, names);
    conditions.push_back({{"Expression", condition(problem, axes)}, {"Parameters", axes}});
  }
  const bool has_block = std::ranges::count(names, "block") > 0;
  return {{"General", {{"BenchmarkName", problem.key}, {"FormatVersion", 1}}},
          {"ConfigurationSpace",
           {{"TuningParameters", std::move(parameters)}, {"Conditions", std::move(conditions)}}},
          {"KernelSpecification",
           {{"Language", "CUDA"},
            {"Device", {{"Name", device_name}}},
            {"KernelName", variant.id},
            {"KernelFile", within_repository(variant.source)},
            {"ProblemSize", {problem_size(problem.any())}},
            {"Arguments", json::array()},
            {"GlobalSize", {{"X", "1"}}},
            {"LocalSize", {{"X", has_block ? "block" : "1"}}}}}};
}

const bool has_t1 = register_export({.id = "t1", .of_problem = t1});

}  // namespace
}  // namespace retime::exports
