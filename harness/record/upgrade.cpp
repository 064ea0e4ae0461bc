#include "harness/record/upgrade.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/record/json_fields.h"
#include "variants/registry.h"

namespace retime {
namespace {

using nlohmann::json;

/// Present names of renamed tuning axes by earlier ones.
using renaming = std::map<std::string, std::string>;

renaming renamed_axes(const variant& which) {
  renaming names;
  for (const auto& axis : which.axes) {
    if (!axis.formerly.empty()) names[axis.formerly] = axis.name;
  }
  return names;
}

const variant* find_variant(const std::string& name) {
  const auto found = std::ranges::find_if(
      variants(), [&](const variant& one) { return one.family + "/" + one.id == name; });
  return found == variants().end() ? nullptr : &*found;
}

void rename(json& values, const renaming& names) {
  for (const auto& [earlier, present] : names) {
    if (!values.contains(earlier)) continue;
    values[present] = values[earlier];
    values.erase(earlier);
  }
}

/// "family/variant" of a key; the key itself if it has no such beginning.
std::string variant_of(const std::string& key) {
  return key.substr(0, key.find('/', std::min(key.find('/'), key.size() - 1) + 1));
}

}  // namespace

std::string upgraded_key(const std::string& key) {
  const variant* which = key.empty() ? nullptr : find_variant(variant_of(key));
  const renaming names = which == nullptr ? renaming() : renamed_axes(*which);
  if (names.empty()) return key;
  std::string start = key;
  std::map<std::string, std::string> ending;  // "=value" by present name
  bool is_earlier = false;
  for (std::size_t i = 0; i < which->axes.size(); ++i) {
    const auto slash = start.rfind('/'), equals = start.find('=', slash);
    if (slash == std::string::npos || equals == std::string::npos) return key;
    const std::string name = start.substr(slash + 1, equals - slash - 1);
    const auto renamed = names.find(name);
    is_earlier |= renamed != names.end();
    ending[renamed == names.end() ? name : renamed->second] = start.substr(equals);
    start.erase(slash);
  }
  if (!is_earlier) return key;
  for (const auto& [name, value] : ending) start += "/" + name + value;
  return start;
}

void upgrade_record(json& record) {
  const variant* which = find_variant(fields::at<std::string>(record, "/family") + "/" +
                                      fields::at<std::string>(record, "/variant"));
  const renaming names = which == nullptr ? renaming() : renamed_axes(*which);
  if (names.empty()) return;
  rename(record["axes"], names);
  json tuning = json::array();
  for (const auto& name : fields::list<std::string>(record, "/tuning")) {
    const auto renamed = names.find(name);
    tuning.push_back(renamed == names.end() ? name : renamed->second);
  }
  record["tuning"] = tuning;
  record["key"] = upgraded_key(fields::at<std::string>(record, "/key"));
}

void upgrade_axes(json& values, const std::string& variant_name) {
  if (const variant* which = find_variant(variant_name)) rename(values, renamed_axes(*which));
}

}  // namespace retime
