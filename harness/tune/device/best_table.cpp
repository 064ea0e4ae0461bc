#include "harness/tune/device/best_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "harness/record/upgrade.h"
#include "harness/support/json_values.h"
#include "harness/support/write_file.h"
#include "harness/tune/device/problem.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

using nlohmann::json;

constexpr int table_version = 1;

void check_entry(const json& entry, const std::string& file) {
  const auto has_object = [&](const char* name) {
    return entry.contains(name) && entry[name].is_object();
  };
  if (entry.is_object() && entry.contains("variant") && entry["variant"].is_string() &&
      has_object("workload") && has_object("tuning"))
    return;
  throw bad_input(fmt::format("{}: an entry lacks variant, workload or tuning", file));
}

/// Tables are older than the names of some axes.
void upgrade_entry(json& entry) {
  const std::string variant = entry["variant"];
  upgrade_axes(entry["tuning"], variant);
  if (entry.contains("usual") && entry["usual"].is_object())
    upgrade_axes(entry["usual"]["tuning"], variant);
  if (!entry.contains("tied")) return;
  for (auto& tied : entry["tied"]) upgrade_axes(tied["tuning"], variant);
}

/// Workload axes on which the two differ, the size left out.
std::size_t differences(const json& workload, const benchmark_case& what) {
  std::size_t count = 0;
  for (const auto& axis : what.family->axes) {
    if (axis.name == what.family->size_axis) continue;
    const json mine =
        what.at.has(axis.name) ? retime::to_json(what.at.values().at(axis.name)) : json();
    count += workload.value(axis.name, json()) != mine;
  }
  return count;
}

/// How far the sizes are apart, as a logarithm.
double distance(const json& workload, const benchmark_case& what) {
  const std::string& axis = what.family->size_axis;
  const json theirs = workload.value(axis, json());
  if (!theirs.is_number() || !what.at.has(axis)) return 0;
  const double ratio = what.at.real(axis) / theirs.get<double>();
  return ratio > 0 ? std::abs(std::log(ratio)) : INFINITY;
}

/// The case with the entry's configuration; nothing if the variant lacks such an axis.
std::optional<benchmark_case> applied(const json& entry, const benchmark_case& what,
                                      const std::vector<std::string>& fixed) {
  point tuning = tuning_of(what);
  for (const auto& [name, value] : entry["tuning"].items()) {
    if (!tuning.has(name)) return std::nullopt;
    if (std::ranges::find(fixed, name) == fixed.end()) tuning.set(name, axis_value_from(value));
  }
  auto changed = with_tuning(what, tuning);
  if (changed.variant->invalid(changed.at)) return std::nullopt;
  return changed;
}

}  // namespace

best_table best_table::read(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in)
    throw bad_input(fmt::format("{}: cannot be read; `retime tune` writes it", file.string()));
  const json content = json::parse(in, nullptr, false);
  if (!content.is_object() || !content.contains("entries") || !content["entries"].is_array())
    throw bad_input(fmt::format("{}: not a table of best configurations", file.string()));
  if (content.value("schema_version", json()) != table_version)
    throw bad_input(fmt::format("{}: schema version {}, this program reads {}", file.string(),
                                content.value("schema_version", json()).dump(), table_version));
  best_table table(content.value("device", ""));
  for (json entry : content["entries"]) {
    check_entry(entry, file.string());
    upgrade_entry(entry);
    table.entries_.push_back(std::move(entry));
  }
  return table;
}

void best_table::put(json entry) {
  const auto same = std::ranges::find_if(entries_, [&](const json& old) {
    return old["variant"] == entry["variant"] && old["workload"] == entry["workload"];
  });
  if (same != entries_.end())
    *same = std::move(entry);
  else
    entries_.push_back(std::move(entry));
}

void best_table::write(const std::filesystem::path& file) const {
  const json content = {
      {"schema_version", table_version}, {"device", device_}, {"entries", entries_}};
  write_whole(file, content.dump(1) + "\n");
}

std::optional<benchmark_case> best_table::tuned(const benchmark_case& what,
                                                const std::vector<std::string>& fixed) const {
  const std::string variant = what.family->id + "/" + what.variant->id;
  std::vector<const json*> mine;
  for (const auto& entry : entries_) {
    const bool emulated = entry.value("time_is", "") == "emulated";
    if (entry["variant"] == variant && (!emulated || device::is_emulation()))
      mine.push_back(&entry);
  }
  std::ranges::stable_sort(mine, {}, [&](const json* entry) {
    const json& workload = entry->at("workload");
    return std::pair(differences(workload, what), distance(workload, what));
  });
  for (const json* entry : mine) {
    if (auto changed = applied(*entry, what, fixed)) return changed;
  }
  return std::nullopt;
}

}  // namespace retime::tune
