#include "harness/record/best_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/files/json_input.h"
#include "harness/files/json_output.h"
#include "harness/files/read_file.h"
#include "harness/files/write_file.h"
#include "harness/spaces/tuning_problem.h"
#include "kernels/device/properties.h"
#include "kernels/support/user_file.h"

namespace retime::tune {
namespace {

using nlohmann::json;

constexpr int table_version = 1;

void check_values(const json& of, const std::string& place) {
  for (const auto& [name, value] : fields::object(fields::present_at(of, place), place).items())
    axis_value_from(value, place + "/" + shown_name(name));
}

/// The parts that this program reads.
void check_entry(const json& entry) {
  fields::at<std::string>(entry, "/variant");
  check_values(entry, "/workload");
  check_values(entry, "/tuning");
  if (!fields::value_at(entry, "/usual").is_null()) check_values(entry, "/usual/tuning");
  for (const json& tied : fields::objects_at(entry, "/tied")) check_values(tied, "/tuning");
  if (!fields::value_at(entry, "/time_is").is_null())
    fields::is_first(entry, "/time_is", "emulated", "measured");
  if (!fields::value_at(entry, "/time_ns").is_null()) fields::time_at(entry, "/time_ns");
}

/// Workload axes on which the two differ, the size left out.
std::size_t differences(const json& workload, const benchmark_case& benchmark) {
  std::size_t count = 0;
  for (const auto& axis : benchmark.family->axes) {
    if (axis.name == benchmark.family->size_axis) continue;
    const json mine = benchmark.point.has(axis.name)
                          ? retime::to_json(benchmark.point.values().at(axis.name))
                          : json();
    count += workload.value(axis.name, json()) != mine;
  }
  return count;
}

/// How far the sizes are apart, as a logarithm.
double distance(const json& workload, const benchmark_case& benchmark) {
  const std::string& axis = benchmark.family->size_axis;
  const json theirs = workload.value(axis, json());
  if (!theirs.is_number() || !benchmark.point.has(axis)) return 0;
  const double ratio = benchmark.point.real(axis) / theirs.get<double>();
  return ratio > 0 ? std::abs(std::log(ratio)) : INFINITY;
}

/// The case with the entry's configuration; nothing if the variant lacks such an axis.
std::optional<benchmark_case> applied(const json& entry, const benchmark_case& benchmark,
                                      const std::vector<std::string>& fixed) {
  point tuning = tuning_of(benchmark);
  for (const auto& [name, value] : entry["tuning"].items()) {
    if (!tuning.has(name)) return std::nullopt;
    if (std::ranges::find(fixed, name) == fixed.end())
      tuning.set(name, axis_value_from(value, name));
  }
  auto changed = with_tuning(benchmark, tuning);
  if (changed.variant->invalid(changed.point)) return std::nullopt;
  return changed;
}

}  // namespace

best_table best_table::read(const std::filesystem::path& file) {
  if (!is_there(file))
    throw bad_input(
        fmt::format("{}: cannot be read; `retime tune` writes it", printable(file.string())));
  std::optional<best_table> table;
  with_json(file, [&](const json& content) { table = from(content); });
  return *table;
}

best_table best_table::from(const json& content) {
  fields::object(content, "a table of best configurations");
  fields::present_at(content, "/entries");
  const json& version = fields::value_at(content, "/schema_version");
  if (version != table_version)
    throw bad_input(
        fmt::format("schema_version is {}, this program reads {}", shown(version), table_version));
  best_table table(fields::or_none<std::string>(content, "/device"));
  std::size_t number = 0;
  for (const json& entry : fields::objects_at(content, "/entries")) {
    ++number;
    try {
      check_entry(entry);
    } catch (const bad_input& fault) {
      throw bad_input(fmt::format("entry {}: {}", number, fault.what()));
    }
    table.entries_.push_back(entry);
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

std::optional<benchmark_case> best_table::tuned(const benchmark_case& benchmark,
                                                const std::vector<std::string>& fixed) const {
  const std::string variant = benchmark.family->id + "/" + benchmark.variant->id;
  std::vector<const json*> mine;
  for (const auto& entry : entries_) {
    const bool emulated = fields::or_none<std::string>(entry, "/time_is") == "emulated";
    if (entry["variant"] == variant && (!emulated || device::is_emulation()))
      mine.push_back(&entry);
  }
  std::ranges::stable_sort(mine, {}, [&](const json* entry) {
    const json& workload = entry->at("workload");
    return std::pair(differences(workload, benchmark), distance(workload, benchmark));
  });
  for (const json* entry : mine) {
    if (auto changed = applied(*entry, benchmark, fixed)) return changed;
  }
  return std::nullopt;
}

}  // namespace retime::tune
