#include "harness/files/json_values.h"

#include <cmath>

#include "harness/files/json_fields.h"

namespace retime {

using nlohmann::json;

json object(std::initializer_list<json_member> members) {
  json result = json::object();
  for (const auto& one : members) result.emplace(one.name, std::move(one.value));
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

axis_value axis_value_from(const json& value, const std::string& place) {
  if (value.is_number_integer()) return fields::as<std::int64_t>(value, place);
  if (value.is_number()) return value.get<double>();
  fields::expect(value.is_string(), value, place, "a number or a word");
  return value.get<std::string>();
}

}  // namespace retime
