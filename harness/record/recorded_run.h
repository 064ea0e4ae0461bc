// A run as it was recorded: the one reader of header.json and records.jsonl.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/files/json_input.h"
#include "harness/record/record.h"

namespace retime {

/// Parts that a header need not have are empty, or 0, where it has them not.
struct recorded_header {
  std::string utc, git_sha, driver, runtime;
  bool git_dirty = false;
  std::vector<std::string> argv;
  std::int64_t seed = 0;
  std::string session;     ///< runs that were interleaved with each other share one
  bool looked_at = false;  ///< the session ended when the pairs so far had said enough
  struct device_part {
    std::string kind, name, uuid, compute_capability;
    std::int64_t multiprocessors = 0;
    std::optional<std::int64_t> l2_bytes, memory_bytes;
  } device;
  struct host_part {
    std::string cpu;
    std::int64_t cores = 0;
  } host;
  std::map<std::string, double> clocks_mhz;
  std::optional<bool> ecc;
};

struct recorded_block {
  std::int64_t round = 0;
  double median_ns = 0;
  bool throttled = false;
};

/// What one process measured of a case.
struct recorded_process {
  std::int64_t round =
      0;  ///< processes of runs that share a session are pairs if their rounds agree
  double median_ns = 0;
  double ci_low_ns = 0, ci_high_ns = 0;  ///< 95 % interval of this process's own median
  double host_share = 1;                 ///< of the time that the host's pace sets, at most
  std::optional<double> host_pace_ns{};  ///< see measure/host_pace.h; not of earlier builds
  std::optional<double> stolen_cores{};  ///< see measure/stolen_cores.h; not of earlier builds
};

struct clock_range {
  double low = 0, high = 0;
};

/// What a case's time is and rests on.
struct recorded_times {
  /// Over all processes. The interval is that of the median of a process to come, or, of one
  /// process alone, of that process's median.
  statistics stats;
  std::vector<recorded_process> processes;  ///< at least one
  std::vector<double> samples_ns;
  std::string method, cache;
  std::int64_t runs_per_sample = 1;
  bool resolution_limited = false;
  double precision = 0.01;  ///< that was asked
  bool noisy = false;       ///< half the interval is wider than that
  double wall_s = 0;
  bool throttled = false;  ///< there were no samples but throttled ones
  std::vector<recorded_block> blocks;
  std::optional<double> sm_clock_mhz;  ///< median over the run, where the driver says it
  /// Between these were four fifths of the readings, so that a single one says nothing.
  std::optional<clock_range> sm_clocks_mhz{};
  std::optional<double> energy_j{};  ///< of a run, where its record says it
};

struct recorded_case {
  std::string key, family, variant;
  status outcome = status::correct;
  std::string reason;
  processor runs_on = processor::gpu;
  bool emulated = false;
  std::map<std::string, axis_value> axes;
  std::vector<std::string> tuning;  ///< the axes among them that results do not depend on
  std::optional<recorded_times> times;
  retime::work work;
  std::optional<double> ceiling_bytes_per_s;  ///< of the device, for the roofline
  std::optional<double> deviation;            ///< from the reference, in the metric of `verify`
  phase_times phases;
  std::optional<bool> printed{};  ///< has the values that its paper prints; none of ours
  std::string label{};            ///< of the row in its paper; empty of ours
  std::string base{};             ///< the variant that speed-ups divide by; empty if there is none
  std::string size_axis{};        ///< that grows the problem; empty if the family names none
  std::string tuning_role{};      ///< of a tuning run, "search", "final" or "winner"; else empty

  /// "as printed" or "tuned" under a paper's label, nothing for ours.
  std::string form() const { return !printed ? "" : *printed ? "as printed" : "tuned"; }
  /// The axes that say what is computed.
  std::map<std::string, axis_value> workload() const;
  /// The times, if they count: of a correct case, and not of the emulation.
  const recorded_times* measured() const {
    return outcome == status::correct && times && !emulated ? &*times : nullptr;
  }
};

struct recorded_run {
  std::filesystem::path path;
  recorded_header header;
  std::vector<recorded_case> cases;  ///< in the order recorded
};

/// Records that results/pack.py packed are read as they are. All throw bad_input: no run there,
/// another schema version, or a part that is missing or of another type; one line that names file,
/// line and case.
recorded_run read_run(const std::filesystem::path& directory, open_line last = open_line::read);
recorded_header read_header(const std::filesystem::path& directory);
/// Throws bad_input of a run whose records are packed (results/pack.py): none can be added.
void require_plain(const std::filesystem::path& directory);
/// One header, one record; the fault does not name it.
recorded_header header_of(const nlohmann::json& header);
recorded_case case_of(const nlohmann::json& record);

}  // namespace retime
