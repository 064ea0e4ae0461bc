#include "tests/fuzz/mutate.h"

#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

namespace retime::fuzz {
namespace {

using json = nlohmann::ordered_json;

std::size_t below(std::size_t count, generator& random) { return random() % count; }

template <class List>
const auto& one_of(const List& list, generator& random) {
  return list[below(std::size(list), random)];
}

const std::vector<std::string> words{"",
                                     "x",
                                     "a\nb",
                                     "\x1b[31mred",
                                     std::string("nul\0x", 5),
                                     "`<img>|",
                                     "../evil",
                                     "guessed",
                                     "\xe2\x80\xae"
                                     "evil",
                                     std::string(3000, 'x')};

const std::vector<json> values{nullptr,
                               true,
                               false,
                               0,
                               -1,
                               1,
                               1.5,
                               -0.5,
                               1e300,
                               -1e300,
                               5e-324,
                               1.7e308,
                               INT64_MAX,
                               INT64_MIN,
                               UINT64_MAX,
                               1e30,
                               json::array(),
                               json::object(),
                               json::array({1}),
                               json::array({nullptr}),
                               json::array({json::object()}),
                               {{"a", 1}}};

/// What nlohmann's JSON cannot hold: written as a text, and put in its place after.
const std::string mark = "@@MARK@@";
const std::vector<std::string> raw{
    "NaN",      "-Infinity",           "1e999",  "1e-999", "01", "\"\\ud800\"",
    "\"\xff\"", std::string(400, '9'), "\"\n\"", ""};

std::string nested(generator& random) {
  const std::size_t depth = one_of(std::vector<std::size_t>{60, 70, 1000, 100'000}, random);
  const bool is_closed = below(2, random) == 0;
  return std::string(depth, '[') + (is_closed ? std::string(depth, ']') : "");
}

void collect(json& value, std::vector<json*>& into) {
  into.push_back(&value);
  if (!value.is_structured()) return;
  std::size_t few = 8;  // of a long list, whose entries are alike
  for (auto& inner : value) {
    if (value.is_array() && few-- == 0) break;
    collect(inner, into);
  }
}

void change_member(json& object, const json& other, generator& random) {
  auto member = object.begin();
  std::advance(member, below(object.size(), random));
  const std::string name = member.key();
  const json held = *member;
  if (below(2, random) == 0) object.erase(name);
  if (below(2, random) == 0) object[one_of(words, random)] = held;
  if (below(3, random) == 0) object[name] = other;
}

void change(json& value, const json& other, generator& random) {
  switch (below(8, random)) {
    case 0:
      value = one_of(words, random);
      return;
    case 1:
      value = mark;
      return;
    case 2:
      value = json::array({value});
      return;
    case 3:
      value = other;
      return;
    case 4:
      if (value.is_array() && !value.empty()) {
        value.insert(value.end(), std::size_t{300}, json(value[0]));
        return;
      }
      [[fallthrough]];
    case 5:
      if (value.is_object() && !value.empty()) return change_member(value, other, random);
      [[fallthrough]];
    default:
      value = one_of(values, random);
  }
}

std::string mutated_json(const std::string& text, generator& random) {
  json root = json::parse(text);
  for (std::size_t times = 1 + below(2, random); times > 0; --times) {
    std::vector<json*> places;
    collect(root, places);
    const json other = *one_of(places, random);
    change(*one_of(places, random), other, random);
  }
  std::string result = root.dump(-1, ' ', below(2, random) == 0, json::error_handler_t::replace);
  const std::string put = below(2, random) == 0 ? nested(random) : one_of(raw, random);
  if (const auto at = result.find('"' + mark + '"'); at != result.npos)
    result.replace(at, mark.size() + 2, put);
  return result;
}

std::string mutated_bytes(std::string text, generator& random) {
  const std::size_t at = below(text.size() + 1, random);
  switch (below(7, random)) {
    case 0:
      for (std::size_t times = 1 + below(8, random); times > 0 && !text.empty(); --times)
        text[below(text.size(), random)] = static_cast<char>(random());
      return text;
    case 1:
      return text.substr(0, at);
    case 2:
      return text.insert(at, text.substr(below(text.size() + 1, random), below(200, random)));
    case 3:
      return text.insert(at, one_of(words, random));
    case 4:
      return text.insert(at, one_of(raw, random));
    case 5:
      return text.insert(
          at, std::string(below(50'000, random), one_of(std::string("9([ \n-1"), random)));
    default:
      return text.erase(at, below(40, random));
  }
}

std::string mutated_line(const std::string& text, generator& random) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::string& line = lines[below(lines.size(), random)];
  line = mutated_json(line, random);
  if (below(8, random) == 0) lines.push_back(lines.front());
  std::string result;
  for (const auto& each : lines) result += each + "\n";
  return result;
}

}  // namespace

std::string mutated(const std::string& text, form as, generator& random) {
  if (as == form::text || below(5, random) == 0) return mutated_bytes(text, random);
  return as == form::json ? mutated_json(text, random) : mutated_line(text, random);
}

}  // namespace retime::fuzz
