#include "harness/tune/live/case_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "kernels/support/bad_input.h"

namespace retime::tune {

using nlohmann::json;

json to_json(const axis_value& value) {
  return std::visit([](const auto& held) { return json(held); }, value);
}

axis_value value_from(const json& value) {
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  throw bad_input(value.dump() + ": a number or a word");
}

json to_json(const benchmark_case& what) {
  json axes = json::object();
  for (const auto& [name, value] : what.at.values()) axes[name] = to_json(value);
  return {{"family", what.family->id},
          {"variant", what.variant->id},
          {"axes", axes},
          {"workload_key", what.workload_key},
          {"key", what.key}};
}

benchmark_case case_from(const json& text) {
  const std::string family = text.at("family"), id = text.at("variant");
  const auto found = std::ranges::find_if(
      variants(), [&](const variant& one) { return one.family == family && one.id == id; });
  if (found == variants().end())
    throw std::runtime_error("no such variant: " + text.at("key").get<std::string>());
  benchmark_case what{&family_of(*found), &*found, {}, text.at("workload_key"), text.at("key")};
  for (const auto& [name, value] : text.at("axes").items()) what.at.set(name, value_from(value));
  return what;
}

}  // namespace retime::tune
