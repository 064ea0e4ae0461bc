// The record of a case in one process.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/gate/written_run.h"

namespace retime::sweep {

/// A correct CPU case of two blocks and 0.5 s, whose own interval is 0.1 % either way.
inline nlohmann::json process_record(double median_ns) {
  auto made = gate::record("carpet/cpu_serial", median_ns, {median_ns, 1.01 * median_ns});
  made["processor"] = "cpu";
  made["verify_after"] = {{"metric", "max |p - p_ref|"}, {"value", 0.0}, {"tolerance", 1e-5}};
  made["work"] = {{"bytes", 1e6}, {"flops", 0}, {"items", 1}, {"item", "walk"}};
  made["roofline"] = {{"ceiling", "copy"}, {"ceiling_bytes_per_s", 1e10}, {"fraction", 0.5}};
  made["statistics"]["interval_of"] = "this_process";
  made["statistics"]["noisy"] = false;
  auto& measurement = made["measurement"];
  measurement.update(nlohmann::json::parse(R"({
      "stop_reason": "precision", "precision": 0.003, "overhead_ns": 1.0, "resolution_ns": 2.0,
      "throttled_samples": 1, "throttled": false, "wall_s": 0.5, "states": [{}, {}]})"));
  measurement["processes"] = {{{"round", 0},
                               {"samples", 3},
                               {"median_ns", median_ns},
                               {"ci_low_ns", 0.999 * median_ns},
                               {"ci_high_ns", 1.001 * median_ns}}};
  return made;
}

inline nlohmann::json failed_record(const std::string& status, const std::string& reason) {
  auto made = process_record(1e6);
  made["status"] = status;
  made["reason"] = reason;
  for (const char* part : {"statistics", "measurement", "roofline", "verify_after"})
    made[part] = nullptr;
  made["samples_ns"] = nlohmann::json::array();
  return made;
}

}  // namespace retime::sweep
