#include "harness/files/json_input.h"

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <vector>

#include "harness/files/read_file.h"
#include "kernels/support/user_file.h"

namespace retime {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Sees each value before it is built.
template <class Json>
class watch {
 public:
  bool operator()(int depth, typename Json::parse_event_t event, const Json& value) {
    using is = typename Json::parse_event_t;
    const bool begins = event == is::object_start || event == is::array_start;
    if (begins && depth >= static_cast<int>(json_limits::depth))
      throw bad_input(fmt::format("nested deeper than {} levels", json_limits::depth));
    if ((begins || event == is::value) && ++values_ > json_limits::values)
      throw bad_input(fmt::format("holds more than {} values", json_limits::values));
    if (event == is::object_start) {
      if (keys_.size() <= static_cast<std::size_t>(depth)) keys_.resize(depth + 1);
      keys_[depth].clear();
    }
    if (event == is::key && !keys_[depth - 1].insert(value.template get<std::string>()).second)
      throw bad_input(fmt::format("the key {} stands twice in an object", shown(value)));
    return true;
  }

 private:
  std::size_t values_ = 0;
  std::vector<std::set<std::string>> keys_;  ///< of the objects around the place, by depth
};

void located(const std::string& where, const std::function<void()>& use) {
  try {
    use();
  } catch (const json::exception&) {  // never a library's text; the readers say more
    throw bad_input(fmt::format("{}: a part is missing or of another type", where));
  } catch (const bad_input& fault) {  // which knows what is wrong, but not in which file
    throw bad_input(fmt::format("{}: {}", where, fault.what()));
  }
}

}  // namespace

template <class Json>
Json parse_json(std::string_view text) {
  try {
    return Json::parse(text, watch<Json>());
  } catch (const typename Json::parse_error& fault) {
    throw bad_input(
        fmt::format("not valid JSON at byte {} (NaN and infinity are none either)", fault.byte));
  } catch (const typename Json::exception&) {
    throw bad_input("not valid JSON: a number is beyond what a double holds");
  }
}

template json parse_json(std::string_view);
template ordered_json parse_json(std::string_view);

template <class Json>
std::string shown(const Json& value) {
  constexpr std::size_t most = 60;
  if (value.is_array()) return value.empty() ? "an empty list" : "a list";
  if (value.is_object()) return value.empty() ? "an empty object" : "an object";
  constexpr bool only_ascii = true;
  std::string text = value.dump(-1, ' ', only_ascii, Json::error_handler_t::replace);
  if (text.size() > most) text.replace(most, std::string::npos, "...");
  return text;
}

template std::string shown(const json&);
template std::string shown(const ordered_json&);

std::string shown_name(std::string_view name) {
  constexpr std::size_t most = 200;
  return name.size() > most ? printable(name.substr(0, most)) + "..." : printable(name);
}

void with_json(const std::filesystem::path& path, const std::function<void(const json&)>& use) {
  const std::string text = text_of_file(path, json_limits::file_bytes);
  located(printable(path.string()), [&] { use(parse_json<json>(text)); });
}

void with_json_lines(const std::filesystem::path& path, const std::function<void(const json&)>& use,
                     open_line last) {
  require_file(path.string());
  std::error_code failed;
  if (std::filesystem::file_size(path, failed) > json_limits::lines_file_bytes && !failed)
    throw too_large(printable(path.string()), json_limits::lines_file_bytes);
  std::ifstream file(path, std::ios::binary);
  with_json_lines(path.string(), file, use, last);
}

void with_json_lines(const std::string& name, std::istream& lines,
                     const std::function<void(const json&)>& use, open_line last) {
  std::string line;
  for (int number = 1; next_line(lines, line, json_limits::line_bytes); ++number) {
    if (lines.eof() && last == open_line::skip) break;
    const std::string where = fmt::format("{} line {}", printable(name), number);
    if (line.size() > json_limits::line_bytes) throw too_large(where, json_limits::line_bytes);
    if (!line.empty()) located(where, [&] { use(parse_json<json>(line)); });
  }
}

axis_value axis_value_from(const json& value, const std::string& place) {
  if (value.is_number_integer()) return fields::as<std::int64_t>(value, place);
  if (value.is_number()) return value.get<double>();
  fields::expect(value.is_string(), value, place, "a number or a word");
  return value.get<std::string>();
}

}  // namespace retime
