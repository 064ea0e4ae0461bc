#include "harness/record/recorded_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/record/json_fields.h"
#include "harness/record/upgrade.h"
#include "harness/support/json_input.h"
#include "harness/support/json_values.h"

namespace retime {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr int oldest_version = 1;

std::int64_t version_of(const json& object) {
  const json& version = fields::value_at(object, "/schema_version");
  if (version.is_number_integer() && version >= oldest_version && version <= schema_version)
    return version;
  throw bad_input(fmt::format("schema_version is {}; this program reads {} to {}", version.dump(),
                              oldest_version, schema_version));
}

recorded_header::device_part device_of(const json& header) {
  return {
      .kind = fields::at<std::string>(header, "/device/kind"),
      .name = fields::at<std::string>(header, "/device/name"),
      .uuid = fields::find<std::string>(header, "/device/uuid").value_or(""),
      .compute_capability =
          fields::find<std::string>(header, "/device/compute_capability").value_or(""),
      .multiprocessors = fields::find<std::int64_t>(header, "/device/multiprocessors").value_or(0),
      .l2_bytes = fields::find<std::int64_t>(header, "/device/l2_bytes"),
      .memory_bytes = fields::find<std::int64_t>(header, "/device/memory_bytes")};
}

double time_at(const json& object, const std::string& place) {
  const auto value = fields::at<double>(object, place);
  if (std::isfinite(value) && value > 0) return value;
  throw bad_input(fmt::format("{} is {}; a time is above 0", place, value));
}

statistics statistics_of(const json& record) {
  const auto time = [&](const char* name) {
    return time_at(record, std::string("/statistics/") + name);
  };
  return {.median_ns = time("median_ns"),
          .mean_ns = time("mean_ns"),
          .min_ns = time("min_ns"),
          .max_ns = time("max_ns"),
          .sd_ns = fields::at<double>(record, "/statistics/sd_ns"),
          .ci_low_ns = time("ci_low_ns"),
          .ci_high_ns = time("ci_high_ns"),
          .n_effective = fields::find<double>(record, "/statistics/n_effective").value_or(0),
          .bimodal = fields::find<bool>(record, "/statistics/bimodal").value_or(false)};
}

std::optional<double> median_clock_mhz(const json& record) {
  std::vector<double> clocks_mhz;
  for (const json& state : fields::value_at(record, "/measurement/states")) {
    if (const auto clock = fields::find<double>(state, "/sm_clock_mhz"))
      clocks_mhz.push_back(*clock);
  }
  if (clocks_mhz.empty()) return std::nullopt;
  std::ranges::sort(clocks_mhz);
  return clocks_mhz[clocks_mhz.size() / 2];
}

std::vector<recorded_block> blocks_of(const json& record) {
  std::vector<recorded_block> blocks;
  for (const json& block : fields::value_at(record, "/measurement/blocks")) {
    blocks.push_back({.round = fields::at<std::int64_t>(block, "/block"),
                      .median_ns = time_at(block, "/median_ns"),
                      .throttled = fields::find<bool>(block, "/throttled").value_or(false)});
  }
  return blocks;
}

std::optional<recorded_times> times_of(const json& record) {
  if (fields::value_at(record, "/statistics").is_null()) return std::nullopt;
  const auto text = [&](const char* place) {
    return fields::find<std::string>(record, place).value_or("");
  };
  const auto is_set = [&](const char* place) {
    return fields::find<bool>(record, place).value_or(false);
  };
  recorded_times times{
      .stats = statistics_of(record),
      .samples_ns = fields::list<double>(record, "/samples_ns"),
      .method = text("/measurement/method"),
      .cache = text("/measurement/cache"),
      .runs_per_sample =
          fields::find<std::int64_t>(record, "/measurement/runs_per_sample").value_or(1),
      .resolution_limited = is_set("/measurement/resolution_limited"),
      .throttled = is_set("/measurement/throttled"),
      .blocks = blocks_of(record),
      .sm_clock_mhz = median_clock_mhz(record)};
  if (times.samples_ns.empty()) throw bad_input("/samples_ns is empty beside /statistics");
  return times;
}

status status_of(const json& record) {
  const auto word = fields::at<std::string>(record, "/status");
  if (const auto known = status_from(word)) return *known;
  throw bad_input(fmt::format("/status is \"{}\", which is none", word));
}

/// Whether the first of the two words stands there, rather than the second.
bool is_first(const json& record, const char* place, const char* first, const char* second) {
  const auto word = fields::at<std::string>(record, place);
  if (word == first || word == second) return word == first;
  throw bad_input(fmt::format("{} is \"{}\", not {} or {}", place, word, first, second));
}

phase_times phases_of(const json& record) {
  const auto phase = [&](const char* name) {
    return fields::find<double>(record, std::string("/phases_ns/") + name);
  };
  return {.make_input = phase("make_input"),
          .reference = phase("reference"),
          .prepare = phase("prepare"),
          .transfer_in = phase("transfer_in"),
          .transfer_out = phase("transfer_out")};
}

std::map<std::string, axis_value> axes_of(const json& record) {
  const json& axes = fields::value_at(record, "/axes");
  if (!axes.is_object()) throw bad_input("/axes is missing");
  std::map<std::string, axis_value> values;
  for (const auto& [name, value] : axes.items()) values[name] = axis_value_from(value);
  return values;
}

}  // namespace

recorded_header header_of(const json& header) {
  recorded_header result{
      .schema_version = version_of(header),
      .utc = fields::at<std::string>(header, "/utc"),
      .git_sha = fields::find<std::string>(header, "/git/sha").value_or(""),
      .driver = fields::find<std::string>(header, "/driver").value_or(""),
      .runtime = fields::find<std::string>(header, "/runtime").value_or(""),
      .git_dirty = fields::find<bool>(header, "/git/dirty").value_or(false),
      .argv = fields::list<std::string>(header, "/argv"),
      .seed = fields::find<std::int64_t>(header, "/seed").value_or(0),
      .session = fields::find<std::string>(header, "/interleave/session").value_or(""),
      .device = device_of(header),
      .host = {.cpu = fields::at<std::string>(header, "/host/cpu"),
               .cores = fields::at<std::int64_t>(header, "/host/cores")},
      .clocks_mhz = {},
      .ecc = fields::find<bool>(header, "/ecc")};
  const json& clocks = fields::value_at(header, "/clocks");
  if (!clocks.is_null() && !clocks.is_object())
    throw bad_input(fmt::format("/clocks is {}, not an object", clocks.dump()));
  for (const auto& [name, value] : clocks.items())
    result.clocks_mhz[name] = fields::as<double>(value, "/clocks/" + name);
  return result;
}

recorded_case case_of(const json& record) {
  json upgraded;
  if (version_of(record) < schema_version) upgrade_record(upgraded = record);
  const json& present = upgraded.is_null() ? record : upgraded;
  const auto number = [&](const char* place) {
    return fields::find<double>(present, place).value_or(0);
  };
  return {
      .key = fields::at<std::string>(present, "/key"),
      .family = fields::at<std::string>(present, "/family"),
      .variant = fields::at<std::string>(present, "/variant"),
      .outcome = status_of(present),
      .reason = fields::find<std::string>(present, "/reason").value_or(""),
      .runs_on = is_first(present, "/processor", "gpu", "cpu") ? processor::gpu : processor::cpu,
      .emulated = is_first(present, "/time_is", "emulated", "measured"),
      .axes = axes_of(present),
      .tuning = fields::list<std::string>(present, "/tuning"),
      .times = times_of(present),
      .work = {.bytes = number("/work/bytes"),
               .flops = number("/work/flops"),
               .items = number("/work/items"),
               .item = fields::find<std::string>(present, "/work/item").value_or("")},
      .deviation = fields::find<double>(present, "/verify/value"),
      .phases = phases_of(present)};
}

recorded_header read_header(const fs::path& directory) {
  recorded_header header;
  with_json(directory / "header.json", [&](const json& value) { header = header_of(value); });
  return header;
}

recorded_run read_run(const fs::path& directory) {
  const fs::path records = directory / "records.jsonl";
  if (!fs::exists(directory / "header.json") || !fs::exists(records)) {
    throw bad_input(fmt::format("{}: no run; a run directory holds header.json and records.jsonl",
                                directory.string()));
  }
  recorded_run run{.path = directory, .header = read_header(directory), .cases = {}};
  with_json_lines(records, [&](const json& record) {
    try {
      run.cases.push_back(case_of(record));
    } catch (const bad_input& fault) {
      const json& key = fields::value_at(record, "/key");
      throw bad_input(key.is_string()
                          ? fmt::format("case {}: {}", key.get<std::string>(), fault.what())
                          : fault.what());
    }
  });
  return run;
}

}  // namespace retime
