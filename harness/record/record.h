// The JSON object of one case, and the header of a run. docs/record.schema.json is the same in JSON
// Schema.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/measurement.h"
#include "harness/registry/sweep.h"

namespace retime {

inline constexpr int schema_version = 1;

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

/// Host time of the phases around the timed loop, in nanoseconds; absent where the phase did not
/// happen in this case.
struct phase_times {
  std::optional<double> make_input, reference, prepare, transfer_in, transfer_out;
};

struct record {
  benchmark_case what;
  status outcome = status::correct;
  std::string reason;
  std::optional<verification> verify, verify_after;
  std::optional<launch_report> launch;
  observables answers;
  phase_times phases;
  std::optional<measurement> timing;
  bool emulated =
      false;  ///< a GPU variant run by the emulation: its times are nobody's performance
  retime::work work;
  std::optional<double> ceiling_bytes_per_s;  ///< measured on this device
  std::vector<std::string> saved;             ///< files that --save wrote for it
};

/// A number that JSON can hold, or null.
nlohmann::json finite(double value);
nlohmann::json to_json(const record& of);

}  // namespace retime
