// The JSON object of one case. docs/record.schema.json is the same in JSON Schema.
#pragma once

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

struct record {
  benchmark_case what;
  status outcome = status::correct;
  std::string reason;
  std::optional<memory_need> memory;  ///< absent if negligible
  std::optional<verification> verify, verify_after;
  std::optional<launch_report> launch;
  std::optional<device::access_count> accesses;  ///< in one run, by the emulation
  observables answers;
  phase_times phases;
  std::optional<measurement> timing;
  bool emulated = false;  ///< a GPU variant run by the emulation: its times are not a measurement
  retime::work work;
  std::optional<double> ceiling_bytes_per_s;  ///< of a GPU as measured, times those of the case
  std::vector<std::string> saved;             ///< files that --save wrote for it
};

/// The record of a case of which nothing is known yet but what it is.
record blank_record(const benchmark_case& what);

nlohmann::json to_json(const record& result);

}  // namespace retime
