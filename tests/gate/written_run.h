// Run directories for tests.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/scratch_folder.h"

namespace retime::gate {

using tests::scratch_folder;

inline nlohmann::json header() {
  return nlohmann::json::parse(R"({
    "schema_version": 2, "argv": ["retime", "run"], "seed": 1, "utc": "2026-11-21T03:00:00Z",
    "git": {"sha": "0123456789abcdef", "dirty": false},
    "device": {"kind": "cuda", "name": "NVIDIA H200", "uuid": "GPU-1"},
    "driver": "13.0", "runtime": "13.0", "ecc": true,
    "clocks": {"sm_max_mhz": 1980, "memory_max_mhz": 3201},
    "host": {"cpu": "some CPU", "cores": 16}})");
}

/// A correct GPU record with a median and blocks of the given times.
inline nlohmann::json record(const std::string& key, double median_ns,
                             const std::vector<double>& blocks_ns = {}) {
  auto made = nlohmann::json::parse(R"({
    "schema_version": 2, "family": "carpet", "variant": "c_compact", "processor": "gpu",
    "paper": {"paper": "hoffmann_2010", "label": "Variant C", "tuning": {"block": 256}},
    "printed": true, "base": "a_dense", "size_axis": "steps", "memory": null, "launch": null,
    "axes": {"block": 256, "occupancy": 0.093}, "tuning": ["block"],
    "status": "correct", "reason": "", "time_is": "measured",
    "verify": {"metric": "max |p - p_ref|", "value": 0.0, "tolerance": 1e-5},
    "statistics": {"n_effective": 3, "bimodal": false},
    "measurement": {"method": "events", "cache": "warm", "resolution_limited": false,
                    "runs_per_sample": 1, "blocks": []}})");
  made["key"] = key;
  made["samples_ns"] = {median_ns * 0.99, median_ns, median_ns * 1.01};
  for (const auto& [name, factor] : {std::pair{"median_ns", 1.0},
                                     {"mean_ns", 1.0},
                                     {"min_ns", 0.99},
                                     {"max_ns", 1.01},
                                     {"sd_ns", 0.01},
                                     {"ci_low_ns", 0.999},
                                     {"ci_high_ns", 1.001}}) {
    made["statistics"][name] = factor * median_ns;
  }
  for (std::size_t i = 0; i < blocks_ns.size(); ++i)
    made["measurement"]["blocks"].push_back({{"block", i}, {"median_ns", blocks_ns[i]}});
  return made;
}

inline std::string write_run(const scratch_folder& into, const std::string& name,
                             const nlohmann::json& head,
                             const std::vector<nlohmann::json>& records) {
  into.write(name + "/header.json", head.dump());
  std::string lines;
  for (const auto& line : records) lines += line.dump() + "\n";
  into.write(name + "/records.jsonl", lines);
  return (into / name).string();
}

}  // namespace retime::gate
