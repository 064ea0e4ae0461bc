#include <fmt/format.h>

#include "harness/tune/formats.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

outcome status_class(const std::string& status) {
  if (status == "Ok") return outcome::correct;
  if (status == "CompilationFailed") return outcome::compile;
  if (status == "ValidationFailed") return outcome::correctness;
  if (status == "DeviceLimitsExceeded") return outcome::constraints;
  return outcome::runtime;
}

double overhead(const ordered_json& entry, const char* key, double unit_ms) {
  return entry.contains(key) ? unit_ms * entry[key].get<double>() : 0.0;
}

trial read_trial(const ordered_json& entry, double unit_ms) {
  trial result;
  const auto status = entry.at("Status").get<std::string>();
  result.result = status_class(status);
  result.framework_ms = overhead(entry, "DataMovementOverhead", unit_ms);
  result.search_ms = overhead(entry, "SearcherOverhead", unit_ms);
  result.validation_ms = overhead(entry, "ValidationOverhead", unit_ms);
  // KTT counts compiling as overhead and gives the sum alone.
  result.compilation_ms =
      std::max(0.0, overhead(entry, "TotalOverhead", unit_ms) - result.framework_ms -
                        result.search_ms - result.validation_ms);
  if (result.valid()) {
    result.objective = unit_ms * entry.at("TotalDuration").get<double>();
    result.runtimes_ms = {result.objective};
  } else {
    result.reason = status;
  }
  return result;
}

}  // namespace

raw_recording read_ktt(const ordered_json& document) {
  raw_recording raw;
  const auto& results = document.at("Results");
  if (!results.is_array() || results.empty()) throw bad_input("'Results' holds no result");
  const double unit_ms =
      milliseconds_per(document.at("Metadata").value("TimeUnit", "Microseconds"));
  for (const auto& each : results[0].at("Configuration"))
    raw.names.push_back(each.at("Name").get<std::string>());
  for (const auto& entry : results) {
    const auto& pairs = entry.at("Configuration");
    if (pairs.size() != raw.names.size()) throw bad_input("results differ in their parameters");
    std::vector<axis_value> row(raw.names.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (pairs[k].at("Name") != raw.names[k])
        throw bad_input("results differ in their parameters");
      row[k] = scalar_from(pairs[k].at("Value"), raw.names[k]);
    }
    raw.rows.emplace_back(std::move(row), read_trial(entry, unit_ms));
  }
  return raw;
}

}  // namespace retime::tune
