// A run directory as the exporters see it: checked once, so that no exporter meets a surprise.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace retime::formats {

using json = nlohmann::ordered_json;

/// What a time rests on. Emulated times are no performance, so an emulated case has none.
struct exported_times {
  double median_ns = 0, mean_ns = 0, min_ns = 0, max_ns = 0, sd_ns = 0;
  double ci_low_ns = 0, ci_high_ns = 0;  ///< 95 % interval of the median
  std::vector<double> samples_ns;
  double runs_per_sample = 1;
  std::string method, cache;
};

struct exported_case {
  std::string key, family, variant, status, reason;
  bool on_gpu = true;
  json axes;                        ///< name to number or text
  std::vector<std::string> tuning;  ///< the axes among them that results do not depend on
  std::optional<exported_times> times;
  double bytes = 0, items = 0;  ///< work of one run; 0 where it is not meaningful
  json verify, phases_ns;       ///< as recorded; null or missing parts are null

  /// "correct", or the status with its reason, or why a correct case has no time.
  std::string outcome() const;
};

struct exported_run {
  json header;
  std::vector<exported_case> cases;
};

/// Throws bad_input: no run there, malformed, another schema version, nothing matches the filter (a
/// regular expression that is searched in the key; empty matches all).
exported_run load_run(const std::filesystem::path& directory, const std::string& filter = "");

}  // namespace retime::formats
