// The gate for JSON from files that somebody else may have written: bounded, and every fault is one
// line that names the file.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/support/bad_input.h"
#include "variants/axis.h"

namespace retime {

/// Far beyond what any program writes, and little enough to be read in seconds and in a few times
/// the memory. Lines are those of JSON Lines.
struct json_limits {
  static constexpr std::size_t depth = 64, values = 10'000'000;
  static constexpr std::size_t file_bytes = std::size_t{64} << 20;
  static constexpr std::size_t line_bytes = std::size_t{16} << 20;
  static constexpr std::size_t lines_file_bytes = std::size_t{256} << 20;
};

/// The JSON or ordered JSON value of a text. Throws bad_input: it is none (and where), it goes
/// beyond the limits, or an object has a key twice.
template <class Json>
Json parse_json(std::string_view text);

/// The value in a few words for a fault: no control characters, no long texts, no nesting.
template <class Json>
std::string shown(const Json& value);

/// A name of a file's for a fault: printable, and no more than its first 200 bytes.
std::string shown_name(std::string_view name);

/// All throw bad_input. `use` gets the file's JSON value; its own bad_input is reported with
/// `path`.
void with_json(const std::filesystem::path& path,
               const std::function<void(const nlohmann::json&)>& use);
/// What to do about a last line without an end: a kill may have cut it short.
enum class open_line { read, skip };

/// The same for each line of a JSON Lines file; the report then names the line.
void with_json_lines(const std::filesystem::path& path,
                     const std::function<void(const nlohmann::json&)>& use,
                     open_line last = open_line::read);

/// The same of lines that are open already, under this name.
void with_json_lines(const std::string& name, std::istream& lines,
                     const std::function<void(const nlohmann::json&)>& use,
                     open_line last = open_line::read);

/// The value of an axis. Throws bad_input that names the place unless it is a number or text.
axis_value axis_value_from(const nlohmann::json& value, const std::string& place = "a value");

/// Members of JSON objects by their place ("/git/sha"): a fault names the place and what would be
/// right.
namespace fields {

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

/// What stands at the place; null where nothing does, or where what should hold it is no object,
/// which is told of first.
template <class Json, class Told>
const Json& value_at(const Json& holder, std::string_view place, const Told& no_object) {
  static const Json null;
  const Json* value = &holder;
  for (std::size_t begin = 0; begin < place.size();) {
    if (!value->is_null() && !value->is_object()) no_object(*value, place.substr(0, begin));
    if (!value->is_object()) return null;
    const auto end = std::min(place.find('/', begin + 1), place.size());
    const auto member = value->find(std::string(place.substr(begin + 1, end - begin - 1)));
    if (member == value->end()) return null;
    value = &*member;
    begin = end;
  }
  return *value;
}

/// The same. Throws bad_input if what should hold it is no object.
template <class Json>
const Json& value_at(const Json& holder, std::string_view place) {
  return value_at(holder, place, [](const Json& value, std::string_view holder_place) {
    object(value, holder_place.empty() ? "what stands here" : holder_place);
  });
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

}  // namespace fields
}  // namespace retime
