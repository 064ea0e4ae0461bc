// Values as records hold them in JSON.
#pragma once

#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "variants/axis.h"

namespace retime {

/// A pair of which object() makes a part.
struct json_member {
  const char* name;
  mutable nlohmann::json value;  ///< an initializer_list is const, but this is to be moved
};
/// As json{{"name", value}, ...}, whose nested lists the compiler tries in many ways.
nlohmann::json object(std::initializer_list<json_member> members);

/// A number that JSON can hold, or null.
nlohmann::json finite(double value);

template <class T>
nlohmann::json or_null(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

nlohmann::json to_json(const axis_value& value);
nlohmann::json to_json(const std::map<std::string, axis_value>& values);

}  // namespace retime
