// A case and what was found of it: one line of records.jsonl, from the process that measures it to
// whoever reads the file. members.h says what JSON calls its members, docs/record.schema.json what
// they mean.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/measurement.h"
#include "harness/registry/sweep.h"
#include "kernels/device/access_count.h"

namespace retime {

inline constexpr int schema_version = 2;

enum class status {
  correct,
  incorrect,
  constraint,
  compile_error,
  runtime_error,
  out_of_memory,
  timeout
};
std::string to_text(status);
std::optional<status> status_from(const std::string& text);  ///< nothing for other words

/// Host time of the phases around the timed loop, in nanoseconds; absent where the phase did not
/// happen in this case.
struct phase_times {
  std::optional<double> make_input, reference, prepare, transfer_in, transfer_out;
  std::optional<double> whole;  ///< all of the case, timed loop and comparisons too, in its first
                                ///< process; absent where cases were interleaved
};

/// What a case takes of the device (of the host for a CPU variant), by the variant's own estimate.
struct memory_need {
  double needed_bytes = 0;
  std::optional<double> free_bytes{};
  std::optional<std::int64_t> largest_that_fits{};  ///< of the size axis; absent if the case fits
};

struct recorded_block {
  std::int64_t round = 0;
  double median_ns = 0;
  bool throttled = false;
  std::uint64_t position = 0, samples = 0;
  std::optional<std::uint64_t> process{};  ///< that took it, where several measured the case
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
  std::uint64_t samples = 0;
  double overhead_ns = 0, wall_s = 0;
};

struct clock_range {
  double low = 0, high = 0;
};

/// What a case's time is and rests on.
struct recorded_times {
  /// Over all processes. The interval is that of the median of a process to come, or, of one
  /// process alone, of that process's median.
  statistics stats;
  bool is_of_process_to_come = false;
  std::optional<double> sd_within_ns{}, sd_between_ns{};  ///< see process_levels; of several
  std::vector<recorded_process> processes;                ///< at least one
  std::vector<double> samples_ns;
  std::string method, cache;
  stop_reason stopped = stop_reason::single;
  std::int64_t runs_per_sample = 1;
  double overhead_ns = 0, resolution_ns = 0;
  bool resolution_limited = false;
  double precision = 0.01;  ///< that was asked
  bool noisy = false;       ///< half the interval is wider than that
  double wall_s = 0;
  bool throttled = false;  ///< there were no samples but throttled ones
  std::uint64_t throttled_samples = 0;
  std::vector<recorded_block> blocks;
  std::vector<device_state> states;    ///< one a block, as the driver said them
  std::optional<double> sm_clock_mhz;  ///< median over the run, where the driver says it
  /// Between these were four fifths of the readings, so that a single one says nothing.
  std::optional<clock_range> sm_clocks_mhz{};
  std::optional<energy_use> energy{};
  std::optional<double> energy_j{};  ///< of a run as long as the median, where its record says it
};

/// What a tuning run says of a record beside its role.
struct search_history {
  std::string strategy, objective, direction;
  std::optional<double> cost_s{};
  std::optional<bool> tied{};
};

struct recorded_case {
  std::string key, family, variant;
  status outcome = status::correct;
  std::string reason;
  processor runs_on = processor::gpu;
  bool emulated = false;  ///< a GPU variant run by the emulation: its times are not a measurement
  std::map<std::string, axis_value> axes;
  std::vector<std::string> tuning;  ///< the axes among them that results do not depend on
  std::optional<recorded_times> times;
  retime::work work;
  std::optional<double> ceiling_bytes_per_s;  ///< of a GPU as measured, times those of the case
  std::optional<memory_need> memory;          ///< absent if negligible
  std::optional<verification> verify, verify_after;
  std::optional<launch_report> launch;
  std::optional<device::access_count> accesses;  ///< in one run, by the emulation
  observables answers;
  phase_times phases;
  std::optional<bool> printed{};  ///< has the values that its paper prints; none of ours
  std::string paper{}, label{};   ///< of the row in its paper; empty of ours
  std::map<std::string, axis_value> paper_tuning{};
  std::string base{};         ///< the variant that speed-ups divide by; empty if there is none
  std::string size_axis{};    ///< that grows the problem; empty if the family names none
  std::string board{};        ///< that measured it; empty where a run has one
  std::string tuning_role{};  ///< of a tuning run, "search", "final" or "winner"; else empty
  search_history search{};
  std::vector<std::string> saved{};  ///< files that --save wrote for it

  /// "as printed" or "tuned" under a paper's label, nothing for ours.
  std::string form() const { return !printed ? "" : *printed ? "as printed" : "tuned"; }
  /// The axes that say what is computed.
  std::map<std::string, axis_value> workload() const;
  /// The times, if they count: of a correct case, and not of the emulation.
  const recorded_times* measured() const {
    return outcome == status::correct && times && !emulated ? &*times : nullptr;
  }
};

/// The record of a case of which nothing is known yet but what it is.
recorded_case blank_record(const benchmark_case& benchmark);
/// Says that the record is of this case.
void name_case(recorded_case& result, const benchmark_case& benchmark);

/// "correct", or the status with its reason, or why a correct case has no time.
std::string outcome_and_reason(const recorded_case& result);

/// What one process found.
recorded_times times_of(const measurement& timing, bool emulated);
/// What follows from the statistics and the states: whether the times are noisy, the energy of a
/// run, the clocks. The same for one process and for several.
void conclude(recorded_times& times, bool emulated);

/// The clocks, from the states.
void add_clocks(recorded_times& times);

nlohmann::json to_json(const recorded_case& result);
/// Throws bad_input of a header or record of another schema version.
void require_version(const nlohmann::json& line);
/// Throws bad_input: another schema version, or a part that is missing or of another type; the
/// fault does not name the case.
recorded_case case_of(const nlohmann::json& record);
/// A record in which every part stands, with nothing in it: what can be asked of one.
nlohmann::json record_outline();

}  // namespace retime
