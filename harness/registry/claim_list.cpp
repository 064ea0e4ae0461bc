#include "harness/registry/claim_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/files/json_input.h"

namespace retime {
namespace {

using nlohmann::json;

const variant& variant_of(const json& listed) {
  const std::string family = listed.at("family"), id = listed.at("variant");
  const auto found = std::ranges::find_if(
      variants(), [&](const variant& one) { return one.family == family && one.id == id; });
  if (found == variants().end())
    throw std::runtime_error(fmt::format("claim_cases.json: no variant {}/{}", family, id));
  return *found;
}

/// Each axis at its listed value, or at its default: an axis that is younger than the list.
template <class Axis>
point at_listed(const std::vector<Axis>& axes, const json& listed) {
  point at;
  for (const auto& axis : axes) {
    const auto value = listed.find(axis.name);
    at.set(axis.name, value == listed.end() ? axis.default_value : axis_value_from(*value));
  }
  return at;
}

claim_case case_from_list(const json& listed, const sweep_request& request) {
  const variant& which = variant_of(listed);
  const json& axes = listed.at("axes");
  point workload = at_listed(family_of(which).axes, axes);
  if (request.seed && workload.has("seed")) workload.set("seed", *request.seed);
  const point tuning = at_listed(which.axes, request.as_printed ? axes : json::object());
  for (const auto& [name, value] : axes.items()) {
    if (!workload.has(name) && !std::ranges::count(which.axes, name, &tuning_axis::name))
      throw std::runtime_error(
          fmt::format("claim_cases.json: {}/{} has no axis {}", which.family, which.id, name));
  }
  return {case_at(which, workload, tuning), listed.at("input_s"), listed.at("case_s")};
}

}  // namespace

claim_list claim_list_from(const std::string& text, const sweep_request& request) {
  claim_list list;
  if (text.empty()) return list;
  const json listed = json::parse(text);
  list.sampling_s = listed.at("sampling_s");
  for (const auto& one : listed.at("cases")) list.cases.push_back(case_from_list(one, request));
  for (const auto& one : listed.at("claims"))
    list.claims.push_back(
        {one.at("family"), one.at("claim"), one.at("processes"), one.at("cases")});
  return list;
}

}  // namespace retime
