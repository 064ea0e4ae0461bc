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

std::vector<swept_point> tunings_of(const variant& member, const sweep_request& request) {
  std::vector<swept_axis> axes;
  for (const auto& axis : member.axes) axes.push_back(swept(member, axis, request));
  return cross(axes);
}

/// A variant with its tuning points, and how each ends a key.
struct tuned_variant {
  const retime::variant* variant;
  std::vector<swept_point> tunings;
  std::vector<std::string> keys;
};

/// Those of a family, but for those of which the filter cannot find a case.
std::vector<tuned_variant> variants_of(const family& owner, const sweep_request& request,
                                       const key_filter& filter) {
  std::vector<tuned_variant> members;
  for (const auto& member : variants()) {
    if (member.family != owner.id || !filter.may_match_below(owner.id + "/" + member.id)) continue;
    members.push_back({&member, tunings_of(member, request), {}});
    for (const auto& tuning : members.back().tunings)
      members.back().keys.push_back(tuning_key(tuning.values));
  }
  return members;
}

/// `workload_part` and `tuning_part`: what the values are in the key.
benchmark_case made_case(const family& owner, const variant& member, point values,
                         const std::string& workload_part, const point& tuning,
                         const std::string& tuning_part) {
  for (const auto& [name, value] : tuning.values()) values.set(name, value);
  return {&owner, &member, std::move(values), owner.id + workload_part,
          owner.id + "/" + member.id + workload_part + tuning_part};
}

/// What the filter finds of one family.
struct family_cases {
  std::vector<benchmark_case> cases;
  std::set<std::string> keys;
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

/// Adds what the filter finds of a variant on one input. Ends at the first refusal: a point that is
/// refused is the user's mistake if the filter asks for it, and only then.
void search(family_cases& result, const family& owner, const tuned_variant& member,
            const swept_point& workload, const std::string& workload_part,
            const key_filter& filter) {
  const std::string beginning = owner.id + "/" + member.variant->id + workload_part;
  for (std::size_t i = 0; i < member.tunings.size(); ++i) {
    const swept_point& tuning = member.tunings[i];
    std::string key = beginning + member.keys[i];
    if (!filter.matches(key)) continue;
    result.refusal = workload.refusal.empty() ? tuning.refusal : workload.refusal;
    if (!result.refusal.empty()) return;
    if (!result.keys.insert(std::move(key)).second) continue;
    if (result.keys.size() > most_cases) throw too_many_cases(owner, most_cases);
    result.cases.push_back(made_case(owner, *member.variant, workload.values, workload_part,
                                     tuning.values, member.keys[i]));
  }
}

family_cases cases_of(const family& owner, const sweep_request& request, const key_filter& filter) {
  family_cases result;
  const auto members = variants_of(owner, request, filter);
  if (members.empty()) return result;
  std::size_t searched = 0;
  for (const auto& asked : workloads_of(owner, request)) {
    const swept_point workload = resolved(owner, asked);
    const std::string part = workload_key(owner, workload.values);
    for (const auto& member : members) {
      if (!filter.may_match_below(owner.id + "/" + member.variant->id + part)) continue;
      searched += member.tunings.size();
      if (searched > most_keys && result.any()) throw too_many_cases(owner, most_keys);
      if (searched > most_keys) return result;  // a family that the filter is not meant for
      search(result, owner, member, workload, part, filter);
      if (!result.refusal.empty()) return result;
    }
  }
  return result;
}

void check_profile(const std::string& profile) {
  if (profile != "smoke" && profile != "quick" && profile != "paper")
    throw bad_input(fmt::format(
        "--profile '{}': one of smoke, quick, paper; run and verify know claims too", profile));
}

void check_given_once(const std::vector<axis_setting>& settings) {
  std::set<std::string> names;
  for (const auto& setting : settings) {
    if (!names.insert(setting.name).second)
      throw bad_input(
          fmt::format("--axis {0}: given twice; list its values as {0}=V,V", setting.name));
  }
}

/// Adds the axes of the family and of those of its variants that have cases; of all its variants
/// where a case is refused.
void add_axes(const family& owner, const family_cases& chosen, std::set<std::string>& names) {
  for (const auto& axis : owner.axes) names.insert(axis.name);
  for (const auto& member : variants()) {
    const bool has_cases = std::ranges::count(chosen.cases, &member, &benchmark_case::variant) > 0;
    if (member.family != owner.id || (chosen.refusal.empty() && !has_cases)) continue;
    for (const auto& axis : member.axes) names.insert(axis.name);
  }
}

void check_axes(const std::vector<axis_setting>& settings, const std::set<std::string>& names) {
  for (const auto& setting : settings) {
    if (!names.contains(setting.name))
      throw bad_input(fmt::format("--axis {}: no such axis in the selected variants; they have {}",
                                  setting.name, fmt::join(names, ", ")));
  }
}

}  // namespace

std::vector<benchmark_case> expand(const sweep_request& request,
                                   const std::set<std::string>& without) {
  check_profile(request.profile);
  check_given_once(request.axes);
  const key_filter filter(request.filter);
  std::vector<benchmark_case> cases;
  std::set<std::string> axes;
  std::size_t families_chosen = 0;
  std::string refusal, refusing_family;
  for (const auto& owner : families()) {
    if (without.contains(owner.id)) continue;
    auto chosen = cases_of(owner, request, filter);
    if (!chosen.any()) continue;
    ++families_chosen;
    add_axes(owner, chosen, axes);
    if (!chosen.refusal.empty() && refusal.empty()) {
      refusal = chosen.refusal;
      refusing_family = owner.id;
    }
    std::ranges::move(chosen.cases, std::back_inserter(cases));
  }
  if (families_chosen == 0) {
    if (!without.empty()) return cases;
    throw bad_input(
        fmt::format("--filter '{}': no case matches; `retime list` names them", request.filter));
  }
  check_axes(request.axes, axes);
  if (!refusal.empty() && families_chosen > 1)
    refusal += fmt::format(" (in {0}; a filter as '^{0}/' chooses one family)", refusing_family);
  if (!refusal.empty()) throw bad_input(refusal);
  return cases;
}

benchmark_case case_at(const variant& member, point workload, const point& tuning) {
  const family& owner = family_of(member);
  owner.resolve(workload);
  return made_case(owner, member, workload, workload_key(owner, workload), tuning,
                   tuning_key(tuning));
}

benchmark_case with_tuning(const benchmark_case& untuned, const point& tuning) {
  return made_case(*untuned.family, *untuned.variant, untuned.point,
                   untuned.workload_key.substr(untuned.family->id.size()), tuning,
                   tuning_key(tuning));
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
          {"axes", to_json(sent.point.values())},
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
    result.point.set(name, axis_value_from(value, name));
  return result;
}

}  // namespace retime
