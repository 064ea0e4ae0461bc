// best.json: which configuration to run a variant with, by input and size.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/registry/sweep.h"

namespace retime::tune {

/// {"schema_version": 1, "device": NAME, "entries": [{"variant": "family/variant", "workload":
/// {axis: value}, "tuning": {axis: value}, "time_ns", "interval_ns": [low, high], "tied":
/// [{"tuning", "time_ns"}], "time_is": "measured" | "emulated", ...}]}; docs/tuning_device.md names
/// the rest.
class best_table {
 public:
  explicit best_table(std::string device) : device_(std::move(device)) {}
  /// Throws bad_input with one line that names the file and what is wrong with it.
  static best_table read(const std::filesystem::path& file);

  /// In place of the entry of the same variant and workload.
  void put(nlohmann::json entry);
  void write(const std::filesystem::path& file) const;  ///< whole or not at all
  const std::string& device() const { return device_; }
  const std::vector<nlohmann::json>& entries() const { return entries_; }

  /// The case as tuned. Of the variant's entries those that share the most other workload axes are
  /// asked, the nearest size first, by ratio; one whose configuration is not valid here is passed
  /// over, and so is what the emulation found, on a GPU. Axes in `fixed` keep the case's own value.
  /// Nothing where no entry serves.
  std::optional<benchmark_case> tuned(const benchmark_case& benchmark,
                                      const std::vector<std::string>& fixed) const;

 private:
  static best_table from(const nlohmann::json& content);

  std::string device_;
  std::vector<nlohmann::json> entries_;
};

}  // namespace retime::tune
