#include "harness/registry/case_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/files/json_input.h"
#include "harness/files/json_output.h"

namespace retime {

using nlohmann::json;

json to_json(const benchmark_case& what) {
  return {{"family", what.family->id},
          {"variant", what.variant->id},
          {"axes", to_json(what.at.values())},
          {"workload_key", what.workload_key},
          {"key", what.key}};
}

benchmark_case case_from(const json& request) {
  const std::string family = request.at("family"), id = request.at("variant");
  const auto which = std::ranges::find_if(
      variants(), [&](const variant& one) { return one.family == family && one.id == id; });
  if (which == variants().end())
    throw std::runtime_error("no such variant: " + request.at("key").get<std::string>());
  benchmark_case what{
      &family_of(*which), &*which, {}, request.at("workload_key"), request.at("key")};
  for (const auto& [name, value] : request.at("axes").items())
    what.at.set(name, axis_value_from(value, name));
  return what;
}

}  // namespace retime
