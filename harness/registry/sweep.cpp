#include "harness/registry/sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "harness/files/json_input.h"
#include "harness/files/json_output.h"
#include "harness/registry/swept_axis.h"
#include "harness/text/filter.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

using nlohmann::json;

constexpr std::size_t most_keys = 5'000'000;  // to be searched by a filter: some seconds
constexpr std::size_t most_cases = 200'000;   // a GB

std::string key_part(const std::string& axis, const axis_value& value) {
  return fmt::format("/{}={}", axis, to_text(value));
}

std::string workload_key(const family& owner, const point& workload) {
  std::string key;
  for (const auto& [name, value] : workload.values()) {
    const auto axis = std::ranges::find(owner.axes, name, &workload_axis::name);
    const bool shown =
        axis == owner.axes.end() || axis->always_in_key || value != axis->default_value;
    if (shown) key += key_part(name, value);
  }
  return key;
}

std::string tuning_key(const point& tuning) {
  std::string key;
  for (const auto& [name, value] : tuning.values()) key += key_part(name, value);
  return key;
}

std::vector<swept_point> workloads_of(const family& owner, const sweep_request& request) {
  std::vector<swept_axis> axes;
  for (const auto& axis : owner.axes) axes.push_back(swept(axis, request));
  return cross(axes);
}

std::vector<swept_point> tunings_of(const variant& which, const sweep_request& request) {
  std::vector<swept_axis> axes;
  for (const auto& axis : which.axes) axes.push_back(swept(which, axis, request));
  return cross(axes);
}

/// A variant with its tuning points, and how each ends a key.
struct tuned_variant {
  const retime::variant* variant;
  std::vector<swept_point> tunings;
  std::vector<std::string> keys;
};

std::vector<tuned_variant> variants_of(const family& owner, const sweep_request& request) {
  std::vector<tuned_variant> members;
  for (const auto& one : variants()) {
    if (one.family != owner.id) continue;
    members.push_back({&one, tunings_of(one, request), {}});
    for (const auto& tuning : members.back().tunings)
      members.back().keys.push_back(tuning_key(tuning.values));
  }
  return members;
}

/// What the filter finds of one family.
struct family_cases {
  std::vector<benchmark_case> cases;
  std::string refusal;  ///< why a case that the filter asks for cannot be

  bool any() const { return !cases.empty() || !refusal.empty(); }
};

/// Values that follow from others are filled in.
swept_point resolved(const family& owner, const swept_point& asked) {
  if (!asked.refusal.empty()) return asked;
  swept_point result = asked;
  try {
    owner.resolve(result.values);
  } catch (const bad_input& error) {
    return {asked.values, error.what()};
  }
  return result;
}

bad_input too_many_cases(const family& owner, std::size_t most) {
  return bad_input(fmt::format("--axis: the axes of {} span more than {} cases; give fewer values",
                               owner.id, most));
}

/// Ends at the first refusal: a point that is refused is the user's mistake if the filter asks for
/// it, and only then.
family_cases cases_of(const family& owner, const sweep_request& request, const key_filter& filter) {
  family_cases found;
  std::set<std::string> seen;
  const auto members = variants_of(owner, request);
  std::size_t searched = 0;
  for (const auto& asked : workloads_of(owner, request)) {
    const swept_point workload = resolved(owner, asked);
    const std::string axes = workload_key(owner, workload.values);
    for (const auto& [variant, tunings, keys] : members) {
      for (std::size_t i = 0; i < tunings.size(); ++i) {
        std::string key = owner.id + "/" + variant->id + axes + keys[i];
        if (++searched > most_keys) {
          if (found.any()) throw too_many_cases(owner, most_keys);
          return found;  // a family that the filter is not meant for
        }
        if (!filter.matches(key)) continue;
        found.refusal = workload.refusal.empty() ? tunings[i].refusal : workload.refusal;
        if (!found.refusal.empty()) return found;
        if (!seen.insert(key).second) continue;
        if (seen.size() > most_cases) throw too_many_cases(owner, most_cases);
        benchmark_case next{&owner, variant, workload.values, owner.id + axes, std::move(key)};
        for (const auto& [name, value] : tunings[i].values.values()) next.at.set(name, value);
        found.cases.push_back(std::move(next));
      }
    }
  }
  return found;
}

void check_profile(const std::string& profile) {
  if (profile != "smoke" && profile != "quick" && profile != "paper")
    throw bad_input(fmt::format(
        "--profile '{}': one of smoke, quick, paper; run and verify know claims too", profile));
}

void check_given_once(const std::vector<axis_setting>& settings) {
  std::set<std::string> given;
  for (const auto& setting : settings) {
    if (!given.insert(setting.name).second) {
      throw bad_input(fmt::format("--axis {}: given twice; list its values as {}=V,V", setting.name,
                                  setting.name));
    }
  }
}

/// The axes of the family and of those of its variants that have cases; of all where one is
/// refused.
void add_axes(const family& owner, const family_cases& found, std::set<std::string>& names) {
  for (const auto& axis : owner.axes) names.insert(axis.name);
  for (const auto& one : variants()) {
    const bool has_cases = std::ranges::any_of(
        found.cases, [&](const benchmark_case& made) { return made.variant == &one; });
    if (one.family != owner.id || (found.refusal.empty() && !has_cases)) continue;
    for (const auto& axis : one.axes) names.insert(axis.name);
  }
}

void check_known(const std::vector<axis_setting>& settings, const std::set<std::string>& known) {
  for (const auto& setting : settings) {
    if (!known.contains(setting.name))
      throw bad_input(fmt::format("--axis {}: no such axis in the selected variants; they have {}",
                                  setting.name, fmt::join(known, ", ")));
  }
}

}  // namespace

std::vector<benchmark_case> expand(const sweep_request& request,
                                   const std::set<std::string>& without) {
  check_profile(request.profile);
  check_given_once(request.axes);
  const key_filter filter(request.filter);
  std::vector<benchmark_case> cases;
  std::set<std::string> known_axes;
  std::size_t chosen = 0;
  std::string refusal, refused_in;
  for (const auto& owner : families()) {
    if (without.contains(owner.id)) continue;
    auto found = cases_of(owner, request, filter);
    if (found.any()) {
      ++chosen;
      add_axes(owner, found, known_axes);
    }
    if (!found.refusal.empty() && refusal.empty()) {
      refusal = found.refusal;
      refused_in = owner.id;
    }
    std::ranges::move(found.cases, std::back_inserter(cases));
  }
  if (chosen == 0) {
    if (!without.empty()) return cases;
    throw bad_input(
        fmt::format("--filter '{}': no case matches; `retime list` names them", request.filter));
  }
  check_known(request.axes, known_axes);
  if (!refusal.empty() && chosen > 1)
    refusal += fmt::format(" (in {0}; a filter as '^{0}/' chooses one family)", refused_in);
  if (!refusal.empty()) throw bad_input(refusal);
  return cases;
}

benchmark_case case_at(const variant& which, point workload, const point& tuning) {
  const family& owner = family_of(which);
  owner.resolve(workload);
  const std::string axes = workload_key(owner, workload);
  benchmark_case made{&owner, &which, workload, owner.id + axes,
                      owner.id + "/" + which.id + axes + tuning_key(tuning)};
  for (const auto& [name, value] : tuning.values()) made.at.set(name, value);
  return made;
}

benchmark_case with_tuning(const benchmark_case& untuned, const point& tuning) {
  benchmark_case changed = untuned;
  for (const auto& [name, value] : tuning.values()) changed.at.set(name, value);
  const std::string workload = untuned.workload_key.substr(untuned.family->id.size());
  changed.key = fmt::format("{}/{}{}{}", untuned.family->id, untuned.variant->id, workload,
                            tuning_key(tuning));
  return changed;
}

const variant* find_variant(const std::string& family, const std::string& id) {
  const auto all = variants();
  const auto member = std::ranges::find_if(
      all, [&](const variant& each) { return each.family == family && each.id == id; });
  return member == all.end() ? nullptr : &*member;
}

json to_json(const benchmark_case& sent) {
  return {{"family", sent.family->id},
          {"variant", sent.variant->id},
          {"axes", to_json(sent.at.values())},
          {"workload_key", sent.workload_key},
          {"key", sent.key}};
}

benchmark_case case_from(const json& request) {
  const variant* member = find_variant(request.at("family"), request.at("variant"));
  if (member == nullptr)
    throw std::runtime_error("no such variant: " + request.at("key").get<std::string>());
  benchmark_case result{
      &family_of(*member), member, {}, request.at("workload_key"), request.at("key")};
  for (const auto& [name, value] : request.at("axes").items())
    result.at.set(name, axis_value_from(value, name));
  return result;
}

}  // namespace retime
