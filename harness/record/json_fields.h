// Members of JSON objects by their place ("/git/sha"): a fault names the place and what would be
// right.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <concepts>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kernels/support/bad_input.h"

namespace retime::fields {

using nlohmann::json;

/// The value as a T: text, a truth value, a whole number or a number. Throws bad_input.
template <class T>
T as(const json& value, const std::string& place) {
  const auto require = [&](bool is_right, const char* right) {
    if (!is_right) throw bad_input(fmt::format("{} is {}, not {}", place, value.dump(), right));
  };
  if constexpr (std::same_as<T, std::string>) {
    require(value.is_string(), "text");
  } else if constexpr (std::same_as<T, bool>) {
    require(value.is_boolean(), "true or false");
  } else if constexpr (std::integral<T>) {
    require(value.is_number_integer(), "a whole number");
  } else {
    require(value.is_number(), "a number");
  }
  return value.get<T>();
}

/// What stands at the place; null where nothing does.
inline const json& value_at(const json& object, const std::string& place) {
  static const json null;
  const json::json_pointer pointer(place);
  return object.contains(pointer) ? object.at(pointer) : null;
}

template <class T>
std::optional<T> find(const json& object, const std::string& place) {
  const json& value = value_at(object, place);
  return value.is_null() ? std::optional<T>() : as<T>(value, place);
}

/// Empty, 0 or false where nothing stands there.
template <class T>
T or_none(const json& object, const std::string& place) {
  return find<T>(object, place).value_or(T());
}

/// Throws bad_input where nothing stands there.
template <class T>
T at(const json& object, const std::string& place) {
  const json& value = value_at(object, place);
  if (value.is_null()) throw bad_input(place + " is missing");
  return as<T>(value, place);
}

/// A time: above zero, and finite.
inline double time_at(const json& object, const std::string& place) {
  const auto value = at<double>(object, place);
  if (std::isfinite(value) && value > 0) return value;
  throw bad_input(fmt::format("{} is {}; a time is above 0", place, value));
}

/// Empty where nothing stands there.
template <class T>
std::vector<T> list(const json& object, const std::string& place) {
  const json& value = value_at(object, place);
  if (!value.is_null() && !value.is_array())
    throw bad_input(fmt::format("{} is {}, not a list", place, value.dump()));
  std::vector<T> items;
  for (const json& item : value) items.push_back(as<T>(item, place));
  return items;
}

/// The members of the object there, by name; none where nothing stands there.
inline std::map<std::string, json> members(const json& object, const std::string& place) {
  const json& value = value_at(object, place);
  if (!value.is_null() && !value.is_object())
    throw bad_input(fmt::format("{} is {}, not an object", place, value.dump()));
  return value.is_null() ? std::map<std::string, json>() : value.get<std::map<std::string, json>>();
}

}  // namespace retime::fields
