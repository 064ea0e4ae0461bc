// Members of JSON objects by their place ("/git/sha"): a fault names the place and what would be
// right.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/files/json_input.h"
#include "kernels/support/bad_input.h"

namespace retime::fields {

using nlohmann::json;

/// Throws bad_input unless it `is_right`: "PLACE is SHOWN, not RIGHT".
template <class Json>
void expect(bool is_right, const Json& value, std::string_view place, std::string_view right) {
  if (!is_right) throw bad_input(fmt::format("{} is {}, not {}", place, shown(value), right));
}

/// The value as a T: text, a truth value, a whole number or a number. Throws bad_input.
template <class T, class Json>
T as(const Json& value, std::string_view place) {
  if constexpr (std::same_as<T, std::string>) {
    expect(value.is_string(), value, place, "text");
  } else if constexpr (std::same_as<T, bool>) {
    expect(value.is_boolean(), value, place, "true or false");
  } else if constexpr (std::integral<T>) {
    const bool fits =
        value.is_number_unsigned()
            ? std::in_range<T>(value.template get<std::uint64_t>())
            : value.is_number_integer() && std::in_range<T>(value.template get<std::int64_t>());
    expect(fits, value, place, "a whole number");
  } else {
    expect(value.is_number(), value, place, "a number");
  }
  return value.template get<T>();
}

/// The value as an object, or as a list.
template <class Json>
const Json& object(const Json& value, std::string_view place) {
  expect(value.is_object(), value, place, "an object");
  return value;
}
template <class Json>
const Json& array(const Json& value, std::string_view place) {
  expect(value.is_array(), value, place, "a list");
  return value;
}

/// What stands at the place; null where nothing does. Throws bad_input if what should hold it is no
/// object.
template <class Json>
const Json& value_at(const Json& holder, std::string_view place) {
  static const Json null;
  const Json* value = &holder;
  for (std::size_t begin = 0; begin < place.size();) {
    if (value->is_null()) return null;
    object(*value, begin == 0 ? "what stands here" : place.substr(0, begin));
    const auto end = std::min(place.find('/', begin + 1), place.size());
    const auto found = value->find(std::string(place.substr(begin + 1, end - begin - 1)));
    if (found == value->end()) return null;
    value = &*found;
    begin = end;
  }
  return *value;
}

template <class T, class Json>
std::optional<T> find(const Json& holder, std::string_view place) {
  const Json& value = value_at(holder, place);
  return value.is_null() ? std::optional<T>() : as<T>(value, place);
}

/// Empty, 0 or false where nothing stands there.
template <class T, class Json>
T or_none(const Json& holder, std::string_view place) {
  return find<T>(holder, place).value_or(T());
}

template <class Json>
const Json& present_at(const Json& holder, std::string_view place) {
  const Json& value = value_at(holder, place);
  if (value.is_null()) throw bad_input(fmt::format("{} is missing", place));
  return value;
}

/// Throws bad_input where nothing stands there.
template <class T, class Json>
T at(const Json& holder, std::string_view place) {
  return as<T>(present_at(holder, place), place);
}

/// The number, which has to lie between the two. Throws bad_input.
template <class Number>
Number within(Number value, std::string_view place, Number low, Number high) {
  if (low <= value && value <= high) return value;
  throw bad_input(fmt::format("{} is {}, not from {} to {}", place, value, low, high));
}

/// In ns: what no clock resolves, and thirty years.
inline constexpr double least_time_ns = 1e-6, most_time_ns = 1e18;

/// A time: above zero, and one that can have been measured.
inline double time(double value_ns, std::string_view place) {
  if (value_ns >= least_time_ns && value_ns <= most_time_ns) return value_ns;
  throw bad_input(fmt::format("{} is {}; a time is above 0 and at most 1e18 ns", place, value_ns));
}

template <class Json>
double time_at(const Json& holder, std::string_view place) {
  return time(at<double>(holder, place), place);
}

/// What may have taken no time.
template <class Json>
double duration(const Json& value, std::string_view place) {
  return within(as<double>(value, place), place, 0.0, most_time_ns);
}

/// One of the two words: whether it is the first.
template <class Json>
bool is_first(const Json& holder, std::string_view place, const char* first, const char* second) {
  const auto word = at<std::string>(holder, place);
  expect(word == first || word == second, Json(word), place,
         fmt::format("{} or {}", first, second));
  return word == first;
}

/// The list there; an empty one where nothing stands there.
template <class Json>
const Json& array_at(const Json& holder, std::string_view place) {
  static const Json none = Json::array();
  const Json& value = value_at(holder, place);
  return value.is_null() ? none : array(value, place);
}

/// The same of objects.
template <class Json>
const Json& objects_at(const Json& holder, std::string_view place) {
  const Json& items = array_at(holder, place);
  for (const Json& item : items) object(item, fmt::format("an entry of {}", place));
  return items;
}

/// Empty where nothing stands there.
template <class T, class Json>
std::vector<T> list(const Json& holder, std::string_view place) {
  std::vector<T> items;
  for (const Json& item : array_at(holder, place)) items.push_back(as<T>(item, place));
  return items;
}

/// The members of the object there, by name; none where nothing stands there.
template <class Json>
std::map<std::string, Json> members(const Json& holder, std::string_view place) {
  const Json& value = value_at(holder, place);
  std::map<std::string, Json> named;
  if (value.is_null()) return named;
  for (const auto& [name, member] : object(value, place).items()) named.emplace(name, member);
  return named;
}

}  // namespace retime::fields
