#include "harness/record/recorded_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/record/json_fields.h"
#include "harness/record/upgrade.h"
#include "harness/support/json_input.h"
#include "harness/support/json_values.h"

namespace retime {
namespace {

using namespace fields;
namespace fs = std::filesystem;

constexpr int oldest_version = 1;

std::int64_t version_of(const json& object) {
  const json& version = value_at(object, "/schema_version");
  if (version.is_number_integer() && version >= oldest_version && version <= schema_version)
    return version;
  throw bad_input(fmt::format("schema_version is {}; this program reads {} to {}", version.dump(),
                              oldest_version, schema_version));
}

statistics statistics_of(const json& record) {
  const auto time = [&](const char* name) {
    return time_at(record, std::string("/statistics/") + name);
  };
  return {.median_ns = time("median_ns"),
          .mean_ns = time("mean_ns"),
          .min_ns = time("min_ns"),
          .max_ns = time("max_ns"),
          .sd_ns = at<double>(record, "/statistics/sd_ns"),
          .ci_low_ns = time("ci_low_ns"),
          .ci_high_ns = time("ci_high_ns")};
}

std::optional<double> median_clock_mhz(const json& record) {
  std::vector<double> clocks_mhz;
  for (const json& state : value_at(record, "/measurement/states")) {
    if (const auto clock = find<double>(state, "/sm_clock_mhz")) clocks_mhz.push_back(*clock);
  }
  if (clocks_mhz.empty()) return std::nullopt;
  std::ranges::sort(clocks_mhz);
  return clocks_mhz[clocks_mhz.size() / 2];
}

std::vector<recorded_block> blocks_of(const json& record) {
  std::vector<recorded_block> blocks;
  for (const json& block : value_at(record, "/measurement/blocks")) {
    blocks.push_back({.round = at<std::int64_t>(block, "/block"),
                      .median_ns = time_at(block, "/median_ns"),
                      .throttled = or_none<bool>(block, "/throttled")});
  }
  return blocks;
}

double host_share_of(const json& process) {
  const double share = find<double>(process, "/host_share").value_or(1);
  if (share >= 0 && share <= 1) return share;
  throw bad_input(fmt::format("/host_share is {}; a share is from 0 to 1", share));
}

std::optional<double> host_pace_of(const json& process) {
  const char* place = "/host_pace_ns";
  return value_at(process, place).is_null() ? std::nullopt : std::optional(time_at(process, place));
}

/// Records of earlier builds name no processes: they are of one.
std::vector<recorded_process> processes_of(const json& record, const statistics& stats) {
  std::vector<recorded_process> processes;
  for (const json& one : value_at(record, "/measurement/processes")) {
    processes.push_back({.round = at<std::int64_t>(one, "/round"),
                         .median_ns = time_at(one, "/median_ns"),
                         .ci_low_ns = time_at(one, "/ci_low_ns"),
                         .ci_high_ns = time_at(one, "/ci_high_ns"),
                         .host_share = host_share_of(one),
                         .host_pace_ns = host_pace_of(one)});
  }
  if (processes.empty())
    processes.push_back({.median_ns = stats.median_ns,
                         .ci_low_ns = stats.ci_low_ns,
                         .ci_high_ns = stats.ci_high_ns});
  return processes;
}

std::optional<recorded_times> times_of(const json& record) {
  if (value_at(record, "/statistics").is_null()) return std::nullopt;
  const statistics stats = statistics_of(record);
  recorded_times times{
      .stats = stats,
      .processes = processes_of(record, stats),
      .samples_ns = list<double>(record, "/samples_ns"),
      .method = or_none<std::string>(record, "/measurement/method"),
      .cache = or_none<std::string>(record, "/measurement/cache"),
      .runs_per_sample = find<std::int64_t>(record, "/measurement/runs_per_sample").value_or(1),
      .resolution_limited = or_none<bool>(record, "/measurement/resolution_limited"),
      .precision = find<double>(record, "/measurement/precision").value_or(0.01),
      .noisy = or_none<bool>(record, "/statistics/noisy"),
      .wall_s = or_none<double>(record, "/measurement/wall_s"),
      .throttled = or_none<bool>(record, "/measurement/throttled"),
      .blocks = blocks_of(record),
      .sm_clock_mhz = median_clock_mhz(record)};
  // A run that is kept for comparisons may have left them out (results/pack.py --archive).
  if (times.samples_ns.empty() && value_at(record, "/measurement/processes").is_null())
    throw bad_input("/samples_ns is empty beside /statistics, which are of one process");
  return times;
}

status status_of(const json& record) {
  const auto word = at<std::string>(record, "/status");
  if (const auto known = status_from(word)) return *known;
  throw bad_input(fmt::format("/status is \"{}\", which is none", word));
}

/// Whether the first of the two words stands there, rather than the second.
bool is_first(const json& record, const char* place, const char* first, const char* second) {
  const auto word = at<std::string>(record, place);
  if (word == first || word == second) return word == first;
  throw bad_input(fmt::format("{} is \"{}\", not {} or {}", place, word, first, second));
}

phase_times phases_of(const json& record) {
  const auto phase = [&](const char* name) {
    return find<double>(record, std::string("/phases_ns/") + name);
  };
  return {.make_input = phase("make_input"),
          .reference = phase("reference"),
          .prepare = phase("prepare"),
          .transfer_in = phase("transfer_in"),
          .transfer_out = phase("transfer_out"),
          .whole = phase("whole")};
}

std::optional<bool> printed_of(const json& record) {
  const bool is_ours = or_none<std::string>(record, "/paper/paper").empty();
  return is_ours ? std::nullopt : find<bool>(record, "/printed");
}

}  // namespace

recorded_header header_of(const json& header) {
  using text = std::string;
  using whole = std::int64_t;
  recorded_header result{
      .schema_version = version_of(header),
      .utc = at<text>(header, "/utc"),
      .git_sha = or_none<text>(header, "/git/sha"),
      .driver = or_none<text>(header, "/driver"),
      .runtime = or_none<text>(header, "/runtime"),
      .git_dirty = or_none<bool>(header, "/git/dirty"),
      .argv = list<text>(header, "/argv"),
      .seed = or_none<whole>(header, "/seed"),
      .session = or_none<text>(header, "/interleave/session"),
      .looked_at = or_none<bool>(header, "/interleave/looked_at"),
      .device = {.kind = at<text>(header, "/device/kind"),
                 .name = at<text>(header, "/device/name"),
                 .uuid = or_none<text>(header, "/device/uuid"),
                 .compute_capability = or_none<text>(header, "/device/compute_capability"),
                 .multiprocessors = or_none<whole>(header, "/device/multiprocessors"),
                 .l2_bytes = find<whole>(header, "/device/l2_bytes"),
                 .memory_bytes = find<whole>(header, "/device/memory_bytes")},
      .host = {.cpu = at<text>(header, "/host/cpu"), .cores = at<whole>(header, "/host/cores")},
      .clocks_mhz = {},
      .ecc = find<bool>(header, "/ecc")};
  for (const auto& [name, value] : members(header, "/clocks"))
    result.clocks_mhz[name] = as<double>(value, "/clocks/" + name);
  return result;
}

recorded_case case_of(const json& record) {
  json upgraded;
  if (version_of(record) < schema_version) upgrade_record(upgraded = record);
  const json& present = upgraded.is_null() ? record : upgraded;
  using text = std::string;
  recorded_case result{
      .key = at<text>(present, "/key"),
      .family = at<text>(present, "/family"),
      .variant = at<text>(present, "/variant"),
      .outcome = status_of(present),
      .reason = or_none<text>(present, "/reason"),
      .runs_on = is_first(present, "/processor", "gpu", "cpu") ? processor::gpu : processor::cpu,
      .emulated = is_first(present, "/time_is", "emulated", "measured"),
      .axes = {},
      .tuning = list<text>(present, "/tuning"),
      .times = times_of(present),
      .work = {.bytes = or_none<double>(present, "/work/bytes"),
               .items = or_none<double>(present, "/work/items"),
               .item = or_none<text>(present, "/work/item")},
      .ceiling_bytes_per_s = find<double>(present, "/roofline/ceiling_bytes_per_s"),
      .deviation = find<double>(present, "/verify/value"),
      .phases = phases_of(present),
      .printed = printed_of(present)};
  for (const auto& [name, value] : members(present, "/axes"))
    result.axes[name] = axis_value_from(value);
  return result;
}

recorded_header read_header(const fs::path& directory) {
  recorded_header header;
  with_json(directory / "header.json", [&](const json& value) { header = header_of(value); });
  return header;
}

void require_plain(const fs::path& directory) {
  const fs::path packed = directory / "records.jsonl.xz";
  if (fs::exists(packed) && !fs::exists(directory / "records.jsonl"))
    throw bad_input(
        fmt::format("{}: packed; unpack it first: xz -dk {}", packed.string(), packed.string()));
}

recorded_run read_run(const fs::path& directory) {
  const fs::path records = directory / "records.jsonl";
  require_plain(directory);
  if (!fs::exists(directory / "header.json") || !fs::exists(records)) {
    throw bad_input(fmt::format("{}: no run; a run directory holds header.json and records.jsonl",
                                directory.string()));
  }
  recorded_run run{.path = directory, .header = read_header(directory), .cases = {}};
  with_json_lines(records, [&](const json& record) {
    try {
      run.cases.push_back(case_of(record));
    } catch (const bad_input& fault) {
      const json& key = value_at(record, "/key");
      throw bad_input(key.is_string()
                          ? fmt::format("case {}: {}", key.get<std::string>(), fault.what())
                          : fault.what());
    }
  });
  return run;
}

}  // namespace retime
