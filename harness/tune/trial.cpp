#include "harness/tune/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "harness/text/enum_text.h"
#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime::tune {
namespace {

constexpr enum_text<outcome> outcomes[] = {
    {outcome::correct, "correct"},         {outcome::constraints, "constraints"},
    {outcome::compile, "compile"},         {outcome::runtime, "runtime"},
    {outcome::correctness, "correctness"}, {outcome::timeout, "timeout"}};

bool number(const axis_value& v) { return !std::holds_alternative<std::string>(v); }

using row = std::pair<std::vector<axis_value>, trial>;

std::vector<parameter> collect(const std::vector<std::string>& names,
                               const std::vector<const row*>& rows) {
  std::vector<parameter> parameters(names.size());
  for (std::size_t axis = 0; axis < names.size(); ++axis) {
    auto& values = parameters[axis].values;
    parameters[axis].name = names[axis];
    std::set<axis_value> seen;
    for (const auto* each : rows) {
      if (seen.insert(each->first[axis]).second) values.push_back(each->first[axis]);
    }
    if (std::ranges::all_of(values, number)) {
      std::ranges::stable_sort(values, {}, [](const axis_value& v) {
        const auto* whole = std::get_if<std::int64_t>(&v);
        return whole ? static_cast<double>(*whole) : std::get<double>(v);
      });
    }
  }
  return parameters;
}

std::vector<std::map<axis_value, code>> invert(const std::vector<parameter>& parameters) {
  std::vector<std::map<axis_value, code>> lookup(parameters.size());
  for (std::size_t axis = 0; axis < parameters.size(); ++axis) {
    for (std::size_t k = 0; k < parameters[axis].values.size(); ++k)
      lookup[axis].emplace(parameters[axis].values[k], static_cast<code>(k));
  }
  return lookup;
}

}  // namespace

std::string to_text(outcome result) { return text_in(outcomes, result); }

outcome outcome_from(const std::string& text) {
  if (const auto result = value_in(outcomes, text)) return *result;
  throw bad_input(
      fmt::format("invalidity {} is none of {}", retime::quoted(text), texts_of(outcomes)));
}

double trial::cost_ms() const {
  return compilation_ms + framework_ms + search_ms + validation_ms +
         std::accumulate(runtimes_ms.begin(), runtimes_ms.end(), 0.0);
}

bool trial::operator==(const trial& other) const {
  const bool same_value =
      objective == other.objective || (std::isnan(objective) && std::isnan(other.objective));
  return result == other.result && same_value && runtimes_ms == other.runtimes_ms &&
         compilation_ms == other.compilation_ms && framework_ms == other.framework_ms &&
         search_ms == other.search_ms && validation_ms == other.validation_ms &&
         timestamp == other.timestamp;
}

recording index(const raw_recording& raw, std::string name) {
  std::vector<const row*> rows;
  for (const auto& each : raw.rows) {
    const bool untried = each.second.result == outcome::constraints && each.second.cost_ms() == 0;
    if (!untried) rows.push_back(&each);
  }
  if (rows.empty()) throw bad_input("holds no result");
  auto parameters = collect(raw.names, rows);
  const auto lookup = invert(parameters);
  std::vector<code> codes;
  for (const auto* row : rows) {
    for (std::size_t axis = 0; axis < lookup.size(); ++axis)
      codes.push_back(lookup[axis].at(row->first[axis]));
  }
  recording result{.name = std::move(name),
                   .objective = raw.objective,
                   .unit = raw.unit,
                   .towards = raw.towards.value_or(direction_of(raw.objective, raw.unit)),
                   .space = tuning_space(std::move(parameters), codes),
                   .trials = std::vector<trial>(rows.size())};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::span own(codes.data() + k * lookup.size(), lookup.size());
    result.trials[result.space.find(own).value()] = rows[k]->second;
  }
  return result;
}

}  // namespace retime::tune
