#include "harness/spaces/tuning_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/registry/printed_form.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

/// Numbers ascend, so that a search may step along them; words keep the variant's order.
void insert(std::vector<axis_value>& values, const axis_value& value) {
  if (std::ranges::find(values, value) != values.end()) return;
  const bool word = std::holds_alternative<std::string>(value);
  values.insert(word ? values.end() : std::ranges::lower_bound(values, value), value);
}

code code_of(const parameter& axis, const axis_value& value) {
  return static_cast<code>(std::ranges::find(axis.values, value) - axis.values.begin());
}

/// With the axes' values; of an axis that is searched without its value, the first one.
template <class Value>
std::optional<configuration> nearest(const tuning_space& space,
                                     const std::vector<tuning_axis>& axes, Value value_of) {
  std::vector<code> codes;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const parameter& parameter = space.parameters()[i];
    const auto place = code_of(parameter, value_of(axes[i]));
    codes.push_back(place < parameter.values.size() ? place : 0);
  }
  return space.find(codes);
}

/// The space, and its cases in the space's order.
void index(tuning_problem& problem, const std::vector<benchmark_case>& valid) {
  std::vector<parameter> parameters;
  for (const auto& axis : valid.front().variant->axes) {
    parameters.push_back({axis.name, {}});
    for (const auto& candidate : valid)
      insert(parameters.back().values, candidate.point.values().at(axis.name));
  }
  std::vector<code> codes;
  for (const auto& candidate : valid) {
    for (const auto& parameter : parameters)
      codes.push_back(code_of(parameter, candidate.point.values().at(parameter.name)));
  }
  problem.space.emplace(parameters, codes);
  problem.cases.resize(valid.size());
  for (const auto& candidate : valid)
    problem.cases[problem.space->find(candidate.point.values()).value()] = candidate;
  const variant& variant = *valid.front().variant;
  problem.usual = nearest(*problem.space, variant.axes,
                          [&](const tuning_axis& axis) { return usual_value(variant, axis); });
  problem.recommended = nearest(*problem.space, variant.axes,
                                [](const tuning_axis& axis) { return axis.default_value; });
}

}  // namespace

point tuning_of(const benchmark_case& candidate) {
  point tuning;
  for (const auto& axis : candidate.variant->axes)
    tuning.set(axis.name, candidate.point.values().at(axis.name));
  return tuning;
}

std::vector<tuning_problem> problems_of(sweep_request request) {
  request.tune_all = true;
  const std::string filter = request.filter;
  std::vector<tuning_problem> problems;
  std::map<std::string, std::size_t> place;
  std::map<std::string, std::vector<benchmark_case>> valid;
  for (auto& candidate : expand(request)) {
    if (candidate.variant->axes.empty()) continue;
    const std::string key = candidate.family->id + "/" + candidate.variant->id +
                            candidate.workload_key.substr(candidate.family->id.size());
    const auto [position, is_new] = place.emplace(key, problems.size());
    if (is_new)
      problems.push_back(
          {.key = key, .cases = {}, .space = {}, .excluded = {}, .usual = {}, .recommended = {}});
    if (const auto why = candidate.variant->invalid(candidate.point))
      problems[position->second].excluded.emplace_back(candidate, *why);
    else
      valid[key].push_back(candidate);
  }
  if (problems.empty())
    throw bad_input(fmt::format(
        "--filter '{}': no tuning axes; `retime list` names those of each variant", filter));
  for (auto& [key, cases] : valid) index(problems[place.at(key)], cases);
  if (valid.empty())
    throw bad_input(fmt::format("--filter '{}': no configuration is valid: {}", filter,
                                problems.front().excluded.front().second));
  return problems;
}

}  // namespace retime
