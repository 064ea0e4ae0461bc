#include "harness/registry/sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "kernels/support/bad_input.h"

namespace retime {
namespace {

struct swept_axis {
  std::string name;
  std::vector<axis_value> values;
};

constexpr std::size_t most_points = 1'000'000;  // more do not end, and may not fit into memory

/// The cross product of the axes' values, the first axis varying slowest. Throws bad_input if it is
/// too large.
std::vector<point> cross(const std::vector<swept_axis>& axes) {
  std::vector<point> points(1);
  for (const auto& axis : axes) {
    if (points.size() * axis.values.size() > most_points)
      throw bad_input(fmt::format("--axis {}: the axes span more than {} points; give fewer values",
                                  axis.name, most_points));
    std::vector<point> wider;
    wider.reserve(points.size() * axis.values.size());
    for (const auto& at : points) {
      for (const auto& value : axis.values) {
        wider.push_back(at);
        wider.back().set(axis.name, value);
      }
    }
    points = std::move(wider);
  }
  return points;
}

const axis_setting* find_setting(const sweep_request& request, const std::string& name) {
  const auto found = std::ranges::find(request.axes, name, &axis_setting::name);
  return found == request.axes.end() ? nullptr : &*found;
}

const std::vector<axis_value>& profile_values(const workload_axis& axis,
                                              const std::string& profile) {
  if (profile == "smoke") return axis.smoke;
  if (profile == "paper") return axis.paper;
  return axis.quick;
}

void check(const workload_axis& axis, const axis_value& value, const std::string& given) {
  const std::string right = axis.check ? axis.check(value) : std::string{};
  if (!right.empty()) {
    throw bad_input(fmt::format("{}: '{}' must be {}", given, to_text(value), right));
  }
}

std::vector<axis_value> values_of(const workload_axis& axis, const sweep_request& request) {
  if (const auto* setting = find_setting(request, axis.name)) {
    auto values = parse_axis_values(*setting, axis.fallback);
    for (const auto& value : values) {
      check(axis, value, fmt::format("--axis {}={}", axis.name, setting->values));
    }
    return values;
  }
  if (axis.name == "seed" && request.seed) {
    check(axis, *request.seed, fmt::format("--seed {}", *request.seed));
    return {*request.seed};
  }
  const auto& values = profile_values(axis, request.profile);
  return values.empty() ? std::vector{axis.fallback} : values;
}

std::vector<axis_value> values_of(const tuning_axis& axis, const sweep_request& request) {
  const auto* setting = find_setting(request, axis.name);
  if (!setting) return request.tune_all ? axis.values : std::vector{axis.fallback};
  if (setting->values == "all") return axis.values;
  auto values = parse_axis_values(*setting, axis.fallback);
  for (const auto& value : values) {
    // A number that is not listed may make sense, which variant::invalid tells; another word
    // cannot.
    if (!std::holds_alternative<std::string>(value) || std::ranges::count(axis.values, value))
      continue;
    std::vector<std::string> words;
    for (const auto& known : axis.values) words.push_back(to_text(known));
    throw bad_input(fmt::format("--axis {}={}: '{}' must be one of {}", axis.name, setting->values,
                                to_text(value), fmt::join(words, ", ")));
  }
  return values;
}

std::string workload_key(const family& of, const point& at) {
  std::string key;
  for (const auto& [name, value] : at.values()) {
    const auto axis = std::ranges::find(of.axes, name, &workload_axis::name);
    const bool shown = axis == of.axes.end() || axis->always_in_key || value != axis->fallback;
    if (shown) key += fmt::format("/{}={}", name, to_text(value));
  }
  return key;
}

std::string tuning_key(const point& tuning) {
  std::string key;
  for (const auto& [name, value] : tuning.values())
    key += fmt::format("/{}={}", name, to_text(value));
  return key;
}

std::vector<point> workload_points(const family& of, const sweep_request& request) {
  std::vector<swept_axis> axes;
  for (const auto& axis : of.axes) axes.push_back({axis.name, values_of(axis, request)});
  return cross(axes);
}

std::vector<point> tuning_points(const variant& of, const sweep_request& request) {
  std::vector<swept_axis> axes;
  for (const auto& axis : of.axes) axes.push_back({axis.name, values_of(axis, request)});
  return cross(axes);
}

bool has_axis(const variant& of, const std::string& name) {
  return std::ranges::find(of.axes, name, &tuning_axis::name) != of.axes.end() ||
         std::ranges::find(family_of(of).axes, name, &workload_axis::name) !=
             family_of(of).axes.end();
}

void check_axes(const sweep_request& request, const std::vector<const variant*>& selected) {
  std::set<std::string> known;
  for (const auto* of : selected) {
    for (const auto& axis : family_of(*of).axes) known.insert(axis.name);
    for (const auto& axis : of->axes) known.insert(axis.name);
  }
  std::set<std::string> given;
  for (const auto& setting : request.axes) {
    if (!given.insert(setting.name).second) {
      throw bad_input(fmt::format("--axis {}: given twice; list its values as {}=V,V", setting.name,
                                  setting.name));
    }
    if (std::ranges::any_of(selected, [&](const auto* of) { return has_axis(*of, setting.name); }))
      continue;
    throw bad_input(fmt::format("--axis {}: no such axis in the selected variants; they have {}",
                                setting.name, fmt::join(known, ", ")));
  }
}

std::regex compile(const std::string& filter) {
  try {
    return std::regex(filter);
  } catch (const std::regex_error&) {
    throw bad_input(fmt::format("--filter '{}': not a regular expression", filter));
  }
}

/// Whether a `|` stands outside all brackets, so that the filter's beginning binds one alternative
/// only.
bool has_alternatives(const std::string& filter) {
  int depth = 0;
  for (const char c : filter) {
    depth += (c == '(') - (c == ')');
    if (c == '|' && depth == 0) return true;
  }
  return depth != 0;  // escaped brackets: not worth telling apart
}

/// False if an anchored filter already rules the family out, so that its axes need not be read.
bool family_can_match(const family& of, const std::string& filter) {
  if (!filter.starts_with('^') || has_alternatives(filter)) return true;
  const auto end = std::min(filter.find_first_of("/.*+?[]{}()\\$", 1), filter.size());
  const std::string_view literal = std::string_view(filter).substr(1, end - 1);
  const bool whole_id = end < filter.size() && filter[end] == '/';
  return whole_id ? of.id == literal : of.id.starts_with(literal) || end < filter.size();
}

}  // namespace

namespace {

using members = std::vector<const variant*>;

/// The cases at one workload point that the filter finds.
std::vector<benchmark_case> cases_at(const point& workload, const members& tried,
                                     const sweep_request& request, const std::regex& filter) {
  std::vector<benchmark_case> found;
  const family& of = family_of(*tried.front());
  const std::string shared = of.id + workload_key(of, workload);
  for (const auto* each : tried) {
    for (const auto& tuning : tuning_points(*each, request)) {
      benchmark_case next = with_tuning({&of, each, workload, shared, {}}, tuning);
      if (std::regex_search(next.key, filter)) found.push_back(std::move(next));
    }
  }
  return found;
}

/// A point that the family refuses is the user's mistake only if the filter asks for it.
std::vector<benchmark_case> cases_of(const members& tried, const sweep_request& request,
                                     const std::regex& filter) {
  std::vector<benchmark_case> found;
  std::set<std::string> seen;
  const family& of = family_of(*tried.front());
  for (const auto& asked : workload_points(of, request)) {
    point resolved = asked;
    std::string refusal;
    try {
      of.resolve(resolved);
    } catch (const bad_input& error) {
      refusal = error.what();
    }
    for (auto& next : cases_at(refusal.empty() ? resolved : asked, tried, request, filter)) {
      if (!refusal.empty()) throw bad_input(refusal);
      if (seen.insert(next.key).second) found.push_back(std::move(next));
    }
  }
  return found;
}

}  // namespace

std::vector<benchmark_case> expand(const sweep_request& request) {
  if (request.profile != "smoke" && request.profile != "quick" && request.profile != "paper") {
    throw bad_input(fmt::format("--profile '{}': one of smoke, quick, paper", request.profile));
  }
  const std::regex filter = compile(request.filter);
  std::map<std::string, members> by_family;
  members selected;
  for (const auto& of : variants()) {
    if (!family_can_match(family_of(of), request.filter)) continue;
    by_family[of.family].push_back(&of);
    selected.push_back(&of);
  }
  check_axes(request, selected);

  std::vector<benchmark_case> cases;
  for (const auto& [id, tried] : by_family) {
    try {
      std::ranges::move(cases_of(tried, request, filter), std::back_inserter(cases));
    } catch (const bad_input& error) {
      if (by_family.size() == 1) throw;
      throw bad_input(
          fmt::format("{} (in {}; a filter as '^{}/' chooses one family)", error.what(), id, id));
    }
  }
  if (cases.empty()) {
    throw bad_input(
        fmt::format("--filter '{}': no case matches; `retime list` names them", request.filter));
  }
  return cases;
}

benchmark_case with_tuning(const benchmark_case& of, const point& tuning) {
  benchmark_case changed = of;
  for (const auto& [name, value] : tuning.values()) changed.at.set(name, value);
  const std::string workload = of.workload_key.substr(of.family->id.size());
  changed.key =
      fmt::format("{}/{}{}{}", of.family->id, of.variant->id, workload, tuning_key(tuning));
  return changed;
}

}  // namespace retime
