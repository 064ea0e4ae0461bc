#include "harness/files/json_output.h"

#include <cmath>

namespace retime {

using nlohmann::json;

json object(std::initializer_list<json_member> members) {
  json result = json::object();
  for (const auto& member : members) result.emplace(member.name, std::move(member.value));
  return result;
}

json finite(double value) { return std::isfinite(value) ? json(value) : json(); }

json to_json(const axis_value& value) {
  return std::visit([](const auto& held) { return json(held); }, value);
}

json to_json(const std::map<std::string, axis_value>& values) {
  json axes = json::object();
  for (const auto& [name, value] : values) axes[name] = to_json(value);
  return axes;
}

}  // namespace retime
