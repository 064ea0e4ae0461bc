// One run as `compare` needs it, whichever program wrote it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "harness/record/recorded_run.h"

namespace retime::compare {

/// One case of a run.
struct timed_case {
  std::string status = "correct";  ///< the record's outcome; anything else has no time that counts
  std::string reason;
  bool on_gpu = true;
  bool emulated = false;            ///< such times are not a measurement
  std::optional<double> median_ns;  ///< absent if the case was not timed
  double within = 0;  ///< relative standard error of the median, from the samples of this run
  std::map<std::int64_t, double> blocks_ns;  ///< median of each interleaved block
  bool resolution_limited = false;
  bool throttled = false;                ///< every sample was taken while the device was throttled
  std::optional<double> sm_clock_mhz{};  ///< median over the run, where the driver says it
};

/// What must be alike for times to be comparable, by name ("GPU", "driver", ...), as text.
using environment = std::map<std::string, std::string>;

struct timing_run {
  std::string source;     ///< the path it was read from
  std::string session{};  ///< runs that were interleaved with each other share one; else empty
  environment gpu{}, host{};
  std::map<std::string, timed_case> cases{};  ///< by key
};

/// Reads a run directory of retime, a Google Benchmark JSON file, or an NVBench JSON file with its
/// sample files. Throws bad_input with one line that names the file and what is wrong with it.
timing_run read_timing_run(const std::filesystem::path& path);

/// Throws bad_input if the run holds no records.
timing_run timing_run_of(const recorded_run& recorded);

}  // namespace retime::compare
