#include "harness/tune/trial.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "harness/support/enum_text.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

constexpr enum_text<outcome> outcomes[] = {
    {outcome::correct, "correct"},         {outcome::constraints, "constraints"},
    {outcome::compile, "compile"},         {outcome::runtime, "runtime"},
    {outcome::correctness, "correctness"}, {outcome::timeout, "timeout"}};

bool number(const axis_value& v) { return !std::holds_alternative<std::string>(v); }

std::vector<parameter> collect(const raw_recording& raw) {
  std::vector<parameter> found(raw.names.size());
  for (std::size_t axis = 0; axis < raw.names.size(); ++axis) {
    auto& values = found[axis].values;
    found[axis].name = raw.names[axis];
    std::map<axis_value, bool> seen;
    for (const auto& [row, trial] : raw.rows) {
      if (seen.emplace(row[axis], true).second) values.push_back(row[axis]);
    }
    if (std::ranges::all_of(values, number)) {
      std::ranges::stable_sort(values, {}, [](const axis_value& v) {
        const auto* whole = std::get_if<std::int64_t>(&v);
        return whole ? static_cast<double>(*whole) : std::get<double>(v);
      });
    }
  }
  return found;
}

/// Codes of a row; nullopt if a value is not in the space.
std::optional<std::vector<code>> encode(const std::vector<std::map<axis_value, code>>& lookup,
                                        const std::vector<std::size_t>& order,
                                        const std::vector<axis_value>& row) {
  std::vector<code> codes(lookup.size());
  for (std::size_t axis = 0; axis < lookup.size(); ++axis) {
    const auto found = lookup[axis].find(row[order[axis]]);
    if (found == lookup[axis].end()) return std::nullopt;
    codes[axis] = found->second;
  }
  return codes;
}

std::vector<std::map<axis_value, code>> invert(const std::vector<parameter>& parameters) {
  std::vector<std::map<axis_value, code>> lookup(parameters.size());
  for (std::size_t axis = 0; axis < parameters.size(); ++axis) {
    for (std::size_t k = 0; k < parameters[axis].values.size(); ++k)
      lookup[axis].emplace(parameters[axis].values[k], static_cast<code>(k));
  }
  return lookup;
}

/// Where each parameter of the space stands in the rows.
std::vector<std::size_t> align(const std::vector<parameter>& parameters,
                               const std::vector<std::string>& names) {
  std::vector<std::size_t> order;
  for (const auto& each : parameters) {
    const auto at = std::ranges::find(names, each.name);
    if (at == names.end())
      throw bad_input(fmt::format("unknown parameter '{}': the recording has {}", each.name,
                                  fmt::join(names, ", ")));
    order.push_back(static_cast<std::size_t>(at - names.begin()));
  }
  return order;
}

/// What a tuner excluded without trying it is no part of the space that it searched.
raw_recording without_excluded(raw_recording raw) {
  std::erase_if(raw.rows, [](const auto& row) {
    return row.second.result == outcome::constraints && row.second.cost_ms() == 0;
  });
  return raw;
}

}  // namespace

std::string to_text(outcome which) { return text_in(outcomes, which); }

outcome outcome_from(const std::string& text) {
  if (const auto found = value_in(outcomes, text)) return *found;
  throw bad_input(fmt::format("invalidity '{}' is none of {}", text, texts_of(outcomes)));
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

double recording::optimum() const {
  double best = no_value;
  for (const auto& each : trials) {
    if (each.valid() && !(each.objective >= best)) best = each.objective;
  }
  if (std::isnan(best)) throw bad_input(fmt::format("{}: no configuration ran correctly", name));
  return best;
}

recording index(const raw_recording& all_rows, std::string name, const space* definition) {
  const raw_recording raw = definition ? all_rows : without_excluded(all_rows);
  if (raw.rows.empty()) throw bad_input(fmt::format("{}: holds no result", name));
  auto parameters = definition ? definition->parameters() : collect(raw);
  const auto order = align(parameters, raw.names);
  const auto lookup = invert(parameters);
  std::vector<code> all;
  std::vector<std::pair<std::vector<code>, const trial*>> placed;
  for (auto& [row, trial] : raw.rows) {
    auto codes = encode(lookup, order, row);
    if (!codes) continue;
    if (!definition) all.insert(all.end(), codes->begin(), codes->end());
    placed.emplace_back(std::move(*codes), &trial);
  }
  recording result{.name = std::move(name),
                   .objective = raw.objective,
                   .unit = raw.unit,
                   .space = definition ? *definition : space(std::move(parameters), std::move(all)),
                   .trials = {}};
  trial untried;
  untried.result = outcome::constraints;
  result.trials.assign(result.space.size(), untried);
  for (auto& [codes, trial] : placed) {
    if (const auto at = result.space.find(codes)) result.trials[*at] = *trial;
  }
  return result;
}

}  // namespace retime::tune
