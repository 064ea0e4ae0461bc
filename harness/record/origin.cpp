#include "harness/record/origin.h"

#include <set>

#include "harness/files/json_input.h"

namespace retime {
namespace {

using nlohmann::json;

/// Each value of a part of a header by its place, such as "flags/cxx".
json values_below(const json& header, const std::string& part) {
  json values = json::object();
  const json below = fields::value_at(header, "/" + part);
  if (!below.is_structured()) return {{part, below}};
  const json flat = below.flatten();
  for (const auto& [place, value] : flat.items()) values[part + place] = value;
  return values;
}

std::set<std::string> names_in(const json& a, const json& b) {
  std::set<std::string> names;
  for (const json* values : {&a, &b}) {
    for (const auto& [name, value] : values->items()) names.insert(name);
  }
  return names;
}

}  // namespace

std::optional<origin_difference> difference(const json& first, const json& other,
                                            const std::vector<std::string>& parts) {
  for (const auto& part : parts) {
    const json a = values_below(first, part), b = values_below(other, part);
    for (const auto& name : names_in(a, b)) {
      if (a.value(name, json()) != b.value(name, json()))
        return origin_difference{name, a.value(name, json()), b.value(name, json())};
    }
  }
  return std::nullopt;
}

}  // namespace retime
