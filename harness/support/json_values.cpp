#include "harness/support/json_values.h"

#include <cmath>

#include "kernels/support/bad_input.h"

namespace retime {

using nlohmann::json;

json finite(double value) { return std::isfinite(value) ? json(value) : json(); }

json to_json(const axis_value& value) {
  return std::visit([](const auto& held) { return json(held); }, value);
}

json to_json(const std::map<std::string, axis_value>& values) {
  json axes = json::object();
  for (const auto& [name, value] : values) axes[name] = to_json(value);
  return axes;
}

axis_value axis_value_from(const json& value) {
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  throw bad_input(value.dump() + ": a number or a word");
}

}  // namespace retime
