#include "harness/record/upgrade.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "harness/files/json_input.h"
#include "variants/registry.h"

namespace retime {
namespace {

using nlohmann::json;

/// The variant whose "family/variant/" the text begins with.
const variant* variant_of(const std::string& text) {
  const auto found = std::ranges::find_if(variants(), [&](const variant& one) {
    return text.starts_with(one.family + "/" + one.id + "/");
  });
  return found == variants().end() ? nullptr : &*found;
}

std::string present_name(const variant& which, const std::string& name) {
  const auto renamed = std::ranges::find(which.axes, name, &tuning_axis::formerly);
  return name.empty() || renamed == which.axes.end() ? name : renamed->name;
}

}  // namespace

std::string upgraded_key(const std::string& key) {
  const variant* which = variant_of(key);
  if (which == nullptr) return key;
  std::string start = key;
  std::map<std::string, std::string> tuning;  // "=value" by name
  for (std::size_t i = 0; i < which->axes.size(); ++i) {
    const auto slash = start.rfind('/'), equals = start.find('=', slash);
    if (equals == std::string::npos) return key;
    tuning[present_name(*which, start.substr(slash + 1, equals - slash - 1))] =
        start.substr(equals);
    start.erase(slash);
  }
  for (const auto& [name, value] : tuning) start += "/" + name + value;
  return start;
}

void upgrade_axes(json& values, const std::string& variant_name) {
  const variant* which = variant_of(variant_name + "/");
  if (which == nullptr) return;
  json present = json::object();
  for (const auto& [name, value] : values.items()) present[present_name(*which, name)] = value;
  values = present;
}

void upgrade_record(json& record) {
  const auto key = fields::at<std::string>(record, "/key");
  const variant* which = variant_of(key);
  if (which == nullptr) return;
  const auto tuning = fields::list<std::string>(record, "/tuning");
  fields::object(fields::present_at(record, "/axes"), "/axes");
  record["key"] = upgraded_key(key);
  upgrade_axes(record["axes"], which->family + "/" + which->id);
  json names = json::array();
  for (const auto& name : tuning) names.push_back(present_name(*which, name));
  record["tuning"] = std::move(names);
}

}  // namespace retime
