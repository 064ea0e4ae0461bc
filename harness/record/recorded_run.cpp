#include "harness/record/recorded_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <sstream>

#include "harness/files/json_input.h"
#include "harness/files/json_values.h"
#include "harness/files/unpacked.h"
#include "kernels/support/user_file.h"

namespace retime {
namespace {

using namespace fields;
namespace fs = std::filesystem;

constexpr std::int64_t most_rounds = 1'000'000'000, most_runs = 1'000'000'000,
                       most_cores = 100'000'000;
constexpr double most_work = 1e300;
/// Of a key; a filter's time and stack grow with it.
constexpr std::size_t longest_key = 4096;

void check_version(const json& line) {
  const json& version = value_at(line, "/schema_version");
  if (version.is_number_integer() && version == schema_version) return;
  throw bad_input(
      fmt::format("schema_version is {}; this program reads {}", shown(version), schema_version));
}

/// Of two processes that differ much the interval reaches from next to nothing to far beyond any
/// time.
double interval_end(const json& of, const char* place) {
  return within(at<double>(of, place), place, 0.0, most_work);
}

/// A median between the ends of its interval.
void check_interval(double low_ns, double median_ns, double high_ns) {
  if (low_ns <= median_ns && median_ns <= high_ns) return;
  throw bad_input(
      fmt::format("/ci_low_ns {}, /median_ns {}, /ci_high_ns {}: a median lies within its interval",
                  low_ns, median_ns, high_ns));
}

statistics statistics_of(const json& record) {
  const auto time = [&](const char* name) {
    return time_at(record, std::string("/statistics/") + name);
  };
  const statistics stats{
      .median_ns = time("median_ns"),
      .mean_ns = time("mean_ns"),
      .min_ns = time("min_ns"),
      .max_ns = time("max_ns"),
      .sd_ns = duration(present_at(record, "/statistics/sd_ns"), "/statistics/sd_ns"),
      .ci_low_ns = interval_end(record, "/statistics/ci_low_ns"),
      .ci_high_ns = interval_end(record, "/statistics/ci_high_ns")};
  if (stats.min_ns > stats.max_ns)
    throw bad_input(fmt::format("/statistics/min_ns is {}, above /statistics/max_ns, {}",
                                stats.min_ns, stats.max_ns));
  check_interval(stats.ci_low_ns, stats.median_ns, stats.ci_high_ns);
  return stats;
}

std::int64_t whole(const json& of, const char* place, std::int64_t low, std::int64_t high) {
  return within(at<std::int64_t>(of, place), place, low, high);
}

/// 0 where nothing stands there.
double number(const json& of, const char* place) {
  return within(or_none<double>(of, place), place, 0.0, most_work);
}

/// In order of size.
std::vector<double> sm_clocks_mhz_of(const json& record) {
  std::vector<double> clocks_mhz;
  for (const json& state : objects_at(record, "/measurement/states")) {
    if (const auto clock = find<double>(state, "/sm_clock_mhz")) clocks_mhz.push_back(*clock);
  }
  std::ranges::sort(clocks_mhz);
  return clocks_mhz;
}

void add_clocks(const std::vector<double>& sorted_mhz, recorded_times& into) {
  const std::size_t count = sorted_mhz.size();
  if (count == 0) return;
  into.sm_clock_mhz = sorted_mhz[count / 2];
  into.sm_clocks_mhz = {.low = sorted_mhz[count / 10], .high = sorted_mhz[count - 1 - count / 10]};
}

std::optional<double> energy_of(const json& record) {
  const char* place = "/measurement/energy/energy_j";
  const auto energy_j = find<double>(record, place);
  if (energy_j) within(*energy_j, place, 0.0, most_work);
  return energy_j;
}

std::vector<recorded_block> blocks_of(const json& record) {
  std::vector<recorded_block> blocks;
  for (const json& block : objects_at(record, "/measurement/blocks")) {
    blocks.push_back({.round = whole(block, "/block", 0, most_rounds),
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

std::optional<double> stolen_cores_of(const json& process) {
  const char* place = "/stolen_cores";
  return value_at(process, place).is_null() ? std::nullopt : std::optional(number(process, place));
}

/// Records of earlier builds name no processes: they are of one.
std::vector<recorded_process> processes_of(const json& record, const statistics& stats) {
  std::vector<recorded_process> processes;
  for (const json& one : objects_at(record, "/measurement/processes")) {
    processes.push_back({.round = whole(one, "/round", 0, most_rounds),
                         .median_ns = time_at(one, "/median_ns"),
                         .ci_low_ns = interval_end(one, "/ci_low_ns"),
                         .ci_high_ns = interval_end(one, "/ci_high_ns"),
                         .host_share = host_share_of(one),
                         .host_pace_ns = host_pace_of(one),
                         .stolen_cores = stolen_cores_of(one)});
    const recorded_process& last = processes.back();
    check_interval(last.ci_low_ns, last.median_ns, last.ci_high_ns);
  }
  if (processes.empty())
    processes.push_back({.median_ns = stats.median_ns,
                         .ci_low_ns = stats.ci_low_ns,
                         .ci_high_ns = stats.ci_high_ns});
  return processes;
}

std::vector<double> samples_of(const json& record) {
  std::vector<double> samples_ns;
  for (const json& sample : array_at(record, "/samples_ns"))
    samples_ns.push_back(duration(sample, "an entry of /samples_ns"));
  return samples_ns;
}

std::optional<recorded_times> times_of(const json& record) {
  if (value_at(record, "/statistics").is_null()) return std::nullopt;
  const statistics stats = statistics_of(record);
  recorded_times times{
      .stats = stats,
      .processes = processes_of(record, stats),
      .samples_ns = samples_of(record),
      .method = or_none<std::string>(record, "/measurement/method"),
      .cache = or_none<std::string>(record, "/measurement/cache"),
      .runs_per_sample = within<std::int64_t>(
          find<std::int64_t>(record, "/measurement/runs_per_sample").value_or(1),
          "/measurement/runs_per_sample", 1, most_runs),
      .resolution_limited = or_none<bool>(record, "/measurement/resolution_limited"),
      .precision = within(find<double>(record, "/measurement/precision").value_or(0.01),
                          "/measurement/precision", 0.0, most_work),
      .noisy = or_none<bool>(record, "/statistics/noisy"),
      .wall_s = number(record, "/measurement/wall_s"),
      .throttled = or_none<bool>(record, "/measurement/throttled"),
      .blocks = blocks_of(record),
      .sm_clock_mhz = std::nullopt,
      .energy_j = energy_of(record)};
  add_clocks(sm_clocks_mhz_of(record), times);
  // A run that is kept for comparisons may have left them out (results/pack.py --archive).
  if (times.samples_ns.empty() && value_at(record, "/measurement/processes").is_null())
    throw bad_input("/samples_ns is empty beside /statistics, which are of one process");
  return times;
}

status status_of(const json& record) {
  const auto word = at<std::string>(record, "/status");
  if (const auto known = status_from(word)) return *known;
  throw bad_input(fmt::format("/status is {}, which is none", shown(json(word))));
}

phase_times phases_of(const json& record) {
  const auto phase = [&](const char* name) {
    const std::string place = std::string("/phases_ns/") + name;
    const json& time_ns = value_at(record, place);
    return time_ns.is_null() ? std::optional<double>() : duration(time_ns, place);
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

double clock_of(const json& value, const std::string& place) {
  return within(as<double>(value, place), place, 0.0, most_work);
}

/// "case KEY: ", if the record says so.
std::string case_named(const json& record) {
  const auto key = record.is_object() ? record.find("key") : record.end();
  if (key == record.end() || !key->is_string()) return "";
  return fmt::format("case {}: ", shown_name(key->get<std::string>()));
}

/// As a device has it ("9.0"), or empty.
std::string capability_of(const json& header) {
  const char* place = "/device/compute_capability";
  auto text = or_none<std::string>(header, place);
  const bool is_right =
      text.empty() || (text.size() <= 6 && std::isdigit(static_cast<unsigned char>(text.front())) &&
                       text.find_first_not_of("0123456789.") == std::string::npos);
  expect(is_right, json(text), place, "two numbers as in 9.0");
  return text;
}

std::string key_of(const json& record) {
  auto key = at<std::string>(record, "/key");
  if (key.size() > longest_key)
    throw bad_input(fmt::format("/key has {} bytes; at most {} are read", key.size(), longest_key));
  return key;
}

}  // namespace

std::map<std::string, axis_value> recorded_case::workload() const {
  auto named = axes;
  for (const auto& axis : tuning) named.erase(axis);
  return named;
}

recorded_header header_of(const json& header) {
  using text = std::string;
  using whole = std::int64_t;
  const auto count = [&](const char* place) {
    return within<whole>(or_none<whole>(header, place), place, 0, most_cores);
  };
  const auto bytes = [&](const char* place) {
    const auto found = find<whole>(header, place);
    if (found) within<whole>(*found, place, 0, std::numeric_limits<whole>::max());
    return found;
  };
  check_version(header);
  recorded_header result{
      .utc = at<text>(header, "/utc"),
      .git_sha = or_none<text>(header, "/git/sha"),
      .driver = or_none<text>(header, "/driver"),
      .runtime = or_none<text>(header, "/runtime"),
      .git_dirty = or_none<bool>(header, "/git/dirty"),
      .argv = list<text>(header, "/argv"),
      .seed = or_none<whole>(header, "/seed"),
      .session = or_none<text>(header, "/interleave/session"),
      .looked_at = or_none<bool>(header, "/interleave/looked_at"),
      .device = {.kind =
                     is_first(header, "/device/kind", "emulation", "cuda") ? "emulation" : "cuda",
                 .name = at<text>(header, "/device/name"),
                 .uuid = or_none<text>(header, "/device/uuid"),
                 .compute_capability = capability_of(header),
                 .multiprocessors = count("/device/multiprocessors"),
                 .l2_bytes = bytes("/device/l2_bytes"),
                 .memory_bytes = bytes("/device/memory_bytes")},
      .host = {.cpu = at<text>(header, "/host/cpu"),
               .cores =
                   within<whole>(at<whole>(header, "/host/cores"), "/host/cores", 0, most_cores)},
      .clocks_mhz = {},
      .ecc = find<bool>(header, "/ecc")};
  for (const auto& [name, value] : members(header, "/clocks"))
    result.clocks_mhz[name] = clock_of(value, "/clocks/" + shown_name(name));
  return result;
}

recorded_case case_of(const json& record) {
  check_version(record);
  using text = std::string;
  recorded_case result{
      .key = key_of(record),
      .family = at<text>(record, "/family"),
      .variant = at<text>(record, "/variant"),
      .outcome = status_of(record),
      .reason = or_none<text>(record, "/reason"),
      .runs_on = is_first(record, "/processor", "gpu", "cpu") ? processor::gpu : processor::cpu,
      .emulated = is_first(record, "/time_is", "emulated", "measured"),
      .axes = {},
      .tuning = list<text>(record, "/tuning"),
      .times = times_of(record),
      .work = {.bytes = number(record, "/work/bytes"),
               .items = number(record, "/work/items"),
               .item = or_none<text>(record, "/work/item")},
      .ceiling_bytes_per_s = find<double>(record, "/roofline/ceiling_bytes_per_s"),
      .deviation = find<double>(record, "/verify/value"),
      .phases = phases_of(record),
      .printed = printed_of(record),
      .label = or_none<text>(record, "/paper/label"),
      .base = or_none<text>(record, "/base"),
      .size_axis = or_none<text>(record, "/size_axis"),
      .tuning_role = or_none<text>(record, "/tuning_history/role")};
  for (const auto& [name, value] : members(record, "/axes"))
    result.axes[name] = axis_value_from(value, "/axes/" + shown_name(name));
  return result;
}

recorded_header read_header(const fs::path& directory) {
  recorded_header header;
  with_json(directory / "header.json", [&](const json& value) { header = header_of(value); });
  return header;
}

void require_plain(const fs::path& directory) {
  const fs::path packed = directory / "records.jsonl.xz";
  if (!is_there(packed) || is_there(directory / "records.jsonl")) return;
  const auto shown = printable(packed.string());
  throw bad_input(fmt::format("{}: packed; unpack it first: xz -dk {}", shown, shown));
}

recorded_run read_run(const fs::path& directory, open_line last) {
  const fs::path records = directory / "records.jsonl", packed = directory / "records.jsonl.xz";
  const bool is_packed = !is_there(records) && is_there(packed);
  if (!is_there(directory / "header.json") || !(is_there(records) || is_packed)) {
    throw bad_input(fmt::format("{}: no run; a run directory holds header.json and records.jsonl",
                                printable(directory.string())));
  }
  recorded_run run{.path = directory, .header = read_header(directory), .cases = {}};
  const auto take = [&](const json& record) {
    try {
      run.cases.push_back(case_of(record));
    } catch (const bad_input& fault) {
      throw bad_input(case_named(record) + fault.what());
    }
  };
  if (is_packed) {
    std::istringstream lines(unpacked(packed, json_limits::lines_file_bytes));
    with_json_lines(packed.string(), lines, take);
  } else {
    with_json_lines(records, take, last);
  }
  return run;
}

}  // namespace retime
