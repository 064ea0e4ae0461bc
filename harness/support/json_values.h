// Values as records hold them.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "variants/axis.h"

namespace retime {

/// A number that JSON can hold, or null.
nlohmann::json finite(double value);

template <class T>
nlohmann::json or_null(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

nlohmann::json to_json(const axis_value& value);
nlohmann::json to_json(const std::map<std::string, axis_value>& values);

/// Throws bad_input that names the place unless it is a number or text.
axis_value axis_value_from(const nlohmann::json& value, const std::string& place = "a value");

}  // namespace retime
