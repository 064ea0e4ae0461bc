// Run directories for tests.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/scratch_folder.h"

namespace retime::compare {

using tests::scratch_folder;

inline nlohmann::json header() {
  return {{"schema_version", 2},
          {"argv", {"retime", "run"}},
          {"git", {{"sha", "0123456789abcdef"}, {"dirty", false}}},
          {"device", {{"kind", "cuda"}, {"name", "NVIDIA H200"}, {"uuid", "GPU-1"}}},
          {"driver", "13.0"},
          {"runtime", "13.0"},
          {"clocks", {{"sm_max_mhz", 1980}, {"memory_max_mhz", 3201}}},
          {"ecc", true},
          {"host", {{"cpu", "some CPU"}, {"cores", 16}}},
          {"seed", 1},
          {"utc", "2026-11-21T03:00:00Z"}};
}

/// A correct GPU record with a median and blocks of the given times.
inline nlohmann::json record(const std::string& key, double median_ns,
                             const std::vector<double>& blocks_ns = {}) {
  nlohmann::json blocks = nlohmann::json::array();
  for (std::size_t i = 0; i < blocks_ns.size(); ++i) {
    blocks.push_back({{"block", i}, {"median_ns", blocks_ns[i]}});
  }
  return {
      {"schema_version", 2},
      {"key", key},
      {"family", "carpet"},
      {"variant", "c_compact"},
      {"processor", "gpu"},
      {"paper", {{"paper", "hoffmann_2010"}, {"label", "Variant C"}, {"tuning", {{"block", 256}}}}},
      {"printed", true},
      {"base", "a_dense"},
      {"axes", {{"block", 256}, {"occupancy", 0.093}}},
      {"tuning", {"block"}},
      {"size_axis", "steps"},
      {"memory", nullptr},
      {"launch", nullptr},
      {"status", "correct"},
      {"reason", ""},
      {"verify", {{"metric", "max |p - p_ref|"}, {"value", 0.0}, {"tolerance", 1e-5}}},
      {"time_is", "measured"},
      {"samples_ns", {median_ns * 0.99, median_ns, median_ns * 1.01}},
      {"statistics",
       {{"median_ns", median_ns},
        {"mean_ns", median_ns},
        {"min_ns", median_ns * 0.99},
        {"max_ns", median_ns * 1.01},
        {"sd_ns", median_ns * 0.01},
        {"ci_low_ns", median_ns * 0.999},
        {"ci_high_ns", median_ns * 1.001},
        {"n_effective", 3},
        {"bimodal", false}}},
      {"measurement",
       {{"method", "events"},
        {"cache", "warm"},
        {"resolution_limited", false},
        {"runs_per_sample", 1},
        {"blocks", blocks}}}};
}

inline std::string write_run(const scratch_folder& into, const std::string& name,
                             const nlohmann::json& head,
                             const std::vector<nlohmann::json>& records) {
  into.write(name + "/header.json", head.dump());
  std::string lines;
  for (const auto& one : records) lines += one.dump() + "\n";
  into.write(name + "/records.jsonl", lines);
  return (into / name).string();
}

}  // namespace retime::compare
