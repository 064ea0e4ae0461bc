// One run as `compare` needs it, whichever program wrote it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/record/recorded_run.h"

namespace retime::gate {

struct timed_process {
  std::int64_t round = 0;  ///< processes of runs that share a session are pairs if theirs agree
  double median_ns = 0;
  double host_share = 1;                 ///< of the time that the host's pace sets, at most
  std::optional<double> host_pace_ns{};  ///< when it was measured, where the process says
  bool operator==(const timed_process&) const = default;
};

/// One case of a run.
struct timed_case {
  std::string status = "correct";  ///< the record's outcome; anything else has no time that counts
  std::string reason;
  bool on_gpu = true;
  bool emulated = false;                   ///< such times are not a measurement
  std::optional<double> median_ns;         ///< absent if the case was not timed
  std::vector<timed_process> processes{};  ///< empty: one, of that median
  double within =
      0;  ///< relative standard error that the samples explain: of processes, their mean's
  std::map<std::int64_t, double> blocks_ns;  ///< median of each interleaved block
  bool resolution_limited = false;
  bool throttled = false;                ///< every sample was taken while the device was throttled
  std::optional<double> sm_clock_mhz{};  ///< median over the run, where the driver says it
};

/// What must be alike for times to be comparable, by name ("GPU", "driver", ...), as text.
using environment = std::map<std::string, std::string>;

struct timing_run {
  std::string source;     ///< the path it was read from
  std::string utc{};      ///< when it was taken; empty if the file does not say
  std::string session{};  ///< runs that were interleaved with each other share one; else empty
  bool looked_at =
      false;  ///< the session was looked at after each round, and ended by what it said
  environment gpu{}, host{};
  std::map<std::string, timed_case> cases{};  ///< by key
};

/// What is compared.
struct inputs {
  std::vector<timing_run> base, new_runs;  ///< at least one each
  std::vector<timing_run> equal;  ///< A/A: runs of one and the same build, to learn the drift from
};

/// Reads a run directory of retime, a Google Benchmark JSON file, or an NVBench JSON file with its
/// sample files. Throws bad_input with one line that names the file and what is wrong with it.
timing_run read_timing_run(const std::filesystem::path& path);

/// Throws bad_input if the run holds no records.
timing_run timing_run_of(const recorded_run& recorded);

}  // namespace retime::gate
