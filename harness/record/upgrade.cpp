#include "harness/record/upgrade.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/record/json_fields.h"
#include "harness/support/json_values.h"
#include "variants/registry.h"

namespace retime {
namespace {

using nlohmann::json;

/// Present names by earlier ones.
std::map<std::string, std::string> renamed_axes(const std::string& variant_name) {
  std::map<std::string, std::string> names;
  for (const auto& which : variants()) {
    if (which.family + "/" + which.id != variant_name) continue;
    for (const auto& axis : which.axes) {
      if (!axis.formerly.empty()) names[axis.formerly] = axis.name;
    }
  }
  return names;
}

/// The end of a key that stands for the tuning axes, which it names in order.
std::string tuning_suffix(const json& axes, std::vector<std::string> tuning) {
  std::ranges::sort(tuning);
  std::string suffix;
  for (const auto& name : tuning)
    suffix += fmt::format("/{}={}", name, to_text(axis_value_from(axes.value(name, json()))));
  return suffix;
}

void rename(json& values, const std::map<std::string, std::string>& names) {
  for (const auto& [earlier, present] : names) {
    if (!values.contains(earlier)) continue;
    values[present] = values[earlier];
    values.erase(earlier);
  }
}

}  // namespace

void upgrade_record(json& record) {
  const auto names = renamed_axes(fields::at<std::string>(record, "/family") + "/" +
                                  fields::at<std::string>(record, "/variant"));
  if (names.empty()) return;
  auto tuning = fields::list<std::string>(record, "/tuning");
  auto key = fields::at<std::string>(record, "/key");
  const std::string before = tuning_suffix(record.at("axes"), tuning);
  if (!key.ends_with(before)) throw bad_input(fmt::format("the key does not end with {}", before));
  key.erase(key.size() - before.size());
  for (auto& name : tuning) {
    if (const auto renamed = names.find(name); renamed != names.end()) name = renamed->second;
  }
  rename(record["axes"], names);
  record["tuning"] = tuning;
  record["key"] = key + tuning_suffix(record.at("axes"), tuning);
}

void upgrade_axes(json& values, const std::string& variant) {
  rename(values, renamed_axes(variant));
}

}  // namespace retime
