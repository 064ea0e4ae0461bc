#include "harness/tune/device/objective_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>

#include "harness/files/json_input.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

using nlohmann::json;

std::string numbers_of(const json& record, const std::string& part) {
  std::vector<std::string> places;
  const json members = record.value(part, json());
  if (members.is_object()) {
    for (const auto& [name, value] : members.items()) {
      if (value.is_number()) places.push_back(shown_name(part + "/" + name));
    }
  }
  return places.empty() ? "no number of " + part : fmt::format("{}", fmt::join(places, ", "));
}

}  // namespace

void require_recorded(const objective& goal, evaluator& device,
                      std::span<const tuning_problem> problems) {
  if (goal.is_least_time) return;
  std::set<const variant*> seen;
  for (const auto& problem : problems) {
    if (!problem.space || !seen.insert(problem.any().variant).second) continue;
    const benchmark_case& candidate = problem.cases[problem.usual.value_or(0)];
    const evaluation evaluated = device.evaluate(candidate);
    if (evaluated.result.outcome != status::correct) continue;
    if (!std::isnan(goal.value_of(evaluated.record))) continue;
    const auto slash = goal.name.find('/');
    throw bad_input(fmt::format(
        "--objective '{}': not in the record of {}{}", shown_name(goal.name), candidate.key,
        slash == std::string::npos
            ? ""
            : ", which has " + numbers_of(evaluated.record, goal.name.substr(0, slash))));
  }
}

}  // namespace retime::tune
